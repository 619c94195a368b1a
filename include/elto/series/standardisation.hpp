// SPDX-License-Identifier: Apache-2.0
// Each channel to mean 0 and variance 1.
#pragma once

#include <vector>

#include "elto/core/types.hpp"

namespace elto {

struct Standardisation {
  RowVector offset;  ///< mean of each channel
  RowVector scale;   ///< population standard deviation of each channel, positive

  Index dimension() const { return offset.size(); }

  Matrix apply(const MatrixView& values) const;
  double apply(double value, Index channel) const {
    return (value - offset[channel]) / scale[channel];
  }
};

/// Over all entries of all sequences that are not missing. A channel that never changes throws
/// InvalidArgument: it has no scale, and nothing can be learned from it.
Standardisation standardisation_of(const std::vector<Matrix>& sequences);

/// The one that changes nothing.
Standardisation no_standardisation(Index dimension);

}  // namespace elto
