// SPDX-License-Identifier: Apache-2.0
// The filter to beat: each channel follows a local linear trend (constant velocity, disturbed by
// white noise), and one number, the ratio of process to measurement noise, is chosen so that
// one-step predictions are best. Rows are O(D) each; entries may be missing.
#pragma once

#include "elto/core/types.hpp"
#include "elto/filter/filter.hpp"
#include "elto/series/series.hpp"
#include "elto/series/standardisation.hpp"

namespace elto {

struct TrendFilter {
  Standardisation scaling;  ///< the ratio is shared by channels of the same scale
  double ratio = 1.0;       ///< density of the process noise over the measurement variance
  RowVector noise;          ///< D, measurement variance in standardised units, from innovations
};

/// Throws InvalidArgument for a series in which nothing can be predicted.
TrendFilter fit_trend_filter(const Series& series);

/// Without covariances between channels, which there are none of.
Estimate filter(const TrendFilter& trend, const Series& series);

/// Mean squared one-step error over all entries, in standardised units; what fitting minimises.
double prediction_error(const TrendFilter& trend, const Series& series);

}  // namespace elto
