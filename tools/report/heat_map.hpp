// SPDX-License-Identifier: Apache-2.0
// A field as a picture for the page's script (heat_map.js): a byte for each point, and one scale
// for all fields that are to be compared.
#pragma once

#include <string>
#include <vector>

#include "elto/core/types.hpp"

namespace elto::page {

struct ColourScale {
  double low = 0.0, high = 1.0;
};

/// From the smallest to the largest value of all; values that are not finite do not count.
ColourScale common_scale(const std::vector<const Matrix*>& fields);

/// Of a T x D field a picture with time to the right and space upwards.
struct HeatMap {
  Index width = 0, height = 0;
  std::string levels = {};  ///< base64 of bytes, row by row from the top: 0 is low, 255 is high
};

/// At most so many points on each side: of more, means of neighbours.
HeatMap heat_map(const Matrix& field, const ColourScale& scale, Index most = 400);

}  // namespace elto::page
