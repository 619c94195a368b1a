// SPDX-License-Identifier: Apache-2.0
// Numbers as text that a page can unpack at once: base64 of little-endian floats. NaN stays NaN.
#pragma once

#include <string>
#include <string_view>

#include "elto/core/types.hpp"

namespace elto::page {

struct EncodedColumn {
  std::string_view type;  ///< "f32" or "f64"
  std::string data;       ///< base64
};

/// For the height of a curve: 32 bits unless that would show, as in small changes of large values.
/// Infinities become NaN, because they cannot be drawn.
EncodedColumn encode_values(const VectorView& values);

/// For places on an axis: 32 bits only if they hold every value exactly.
EncodedColumn encode_positions(const VectorView& positions);

std::string base64(std::string_view bytes);

}  // namespace elto::page
