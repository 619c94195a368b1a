// SPDX-License-Identifier: Apache-2.0
#include "diagnostics/innovations.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "elto/core/error.hpp"

namespace elto {

ChannelInnovations judged_innovations(const Series& series, const Estimate& estimate, Index channel,
                                      Index first_row) {
  std::vector<Index> rows;
  for (Index t = std::max<Index>(first_row, 0); t < series.rows(); ++t)
    if (std::isfinite(series.values(t, channel) - estimate.predicted(t, channel)) &&
        std::isfinite(estimate.mean(t, channel)) &&
        std::isfinite(estimate.predicted_variance(t, channel)) &&
        std::isfinite(estimate.variance(t, channel)))
      rows.push_back(t);
  return {rows, (series.values - estimate.predicted)(rows, channel),
          (estimate.mean - estimate.predicted)(rows, channel),
          estimate.predicted_variance(rows, channel).cwiseMax(0.0),
          estimate.variance(rows, channel).cwiseMax(0.0)};
}

void require_same_shape(const Series& series, const Estimate& estimate) {
  for (const Matrix* part :
       {&estimate.mean, &estimate.predicted, &estimate.predicted_variance, &estimate.variance})
    require(part->rows() == series.rows() && part->cols() == series.dimension(), "estimate",
            concat(series.rows(), " x ", series.dimension(), " as the series"),
            concat(part->rows(), " x ", part->cols()));
}

}  // namespace elto
