// SPDX-License-Identifier: Apache-2.0
// The one-step innovations e = y - predicted that an estimate is judged by.
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/filter/filter.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// Of one channel, those that can be judged: neither missing nor after a failure of the filter.
struct ChannelInnovations {
  std::vector<Index> rows;
  Vector e;
  Vector correction;  ///< mean - predicted: what the estimate made of e
  Vector predicted_variance;
  Vector variance;  ///< of the estimate of the same row

  Index count() const { return e.size(); }
};

/// Rows before first_row do not count. Negative variances, which the printed update can leave, are
/// taken as zero.
ChannelInnovations judged_innovations(const Series& series, const Estimate& estimate, Index channel,
                                      Index first_row);

/// Throws InvalidArgument for an estimate of another series.
void require_same_shape(const Series& series, const Estimate& estimate);

}  // namespace elto
