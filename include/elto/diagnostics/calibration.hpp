// SPDX-License-Identifier: Apache-2.0
// What the error bands of an estimate must be multiplied by. The error of an estimated value can be
// measured without the truth, by Stein's identity: for noise of variance sigma^2, measured on the
// raw series (noise_level.hpp), and an estimate that answers an innovation e by the gain K,
//   error^2 = mean (y - mean)^2 - sigma^2 + 2 sigma^2 K
// The first term alone would reward an estimate that repeats the noise; K takes that back. It is
// the measured sensitivity of the estimate, if that has one, and otherwise the regression of the
// corrections on the innovations, sum (mean - predicted) e / sum e^2, which errs where the gain
// changes from row to row. The factor is error / rms standard deviation.
//
// Predictions have a factor of their own, because a model may well be wrong about how much a row
// teaches it: their error^2 is mean e^2 - sigma^2.
//
// error^2 is a small difference of large numbers and may well be negative. Over n rows its standard
// error is
//   delta = sigma^2 sqrt((2.2 (1 - 2 K))^2 + 1) / sqrt(n)
// (fitted to exact filters; the first part is that of sigma). So the factor is the one nearest to 1
// among those that the data allow,
//   factor^2 = 1 brought into [error^2 - delta, max(error^2, 0) + delta] / mean variance
// which leaves a model alone that the data do not contradict, and keeps bands from becoming zero:
// they are never made narrower than the data can resolve.
#pragma once

#include "elto/core/types.hpp"
#include "elto/filter/filter.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// With fewer innovations nothing is said about a channel.
inline constexpr Index fewest_judged_values = 10;

/// For the bands of estimates. D factors, within [1e-6, 1e6]; 1 where there are too few innovations
/// or the noise level is unknown.
RowVector band_factors(const Series& series, const Estimate& estimate);
/// With a noise level (D) known otherwise, from a longer series for example; rows before first_row
/// do not count.
RowVector band_factors(const Series& series, const Estimate& estimate, const RowVector& noise_level,
                       Index first_row = 0);

/// The same for the bands of predictions.
RowVector prediction_factors(const Series& series, const Estimate& estimate);

}  // namespace elto
