// SPDX-License-Identifier: Apache-2.0
// The filter to beat: each channel follows a local linear trend (states/local_trend.hpp), with one
// number chosen so that one-step predictions are best. Entries may be missing.
#pragma once

#include <vector>

#include "elto/filter/filter.hpp"
#include "elto/series/series.hpp"
#include "elto/series/standardisation.hpp"
#include "elto/states/local_trend.hpp"

namespace elto {

struct TrendFilter {
  Standardisation scaling;  ///< channels of one scale share the ratio
  LocalTrend trend;         ///< in standardised units
};

/// Throws InvalidArgument for a series in which nothing can be predicted.
TrendFilter fit_trend_filter(const Series& series);
/// Several sequences of the same channels.
TrendFilter fit_trend_filter(const std::vector<Series>& sequences);

/// Without covariances between channels, which there are none of.
Estimate filter(const TrendFilter& trend, const Series& series);
/// Means and variances given the whole series; predictions are those of the filter.
Estimate smooth(const TrendFilter& trend, const Series& series);

}  // namespace elto
