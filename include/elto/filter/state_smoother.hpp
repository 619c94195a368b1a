// SPDX-License-Identifier: Apache-2.0
// A whole series with a StateModel: what a StateFilter makes of it row by row, and what all rows
// say of each,
//   x_t + G (x_{t+1|T} - x_{t+1|t}),   G = P_t J^T P_{t+1|t}^-1
// Where R adapts, the filter knew the noise of a row only by the rows before it. The smoother then
// looks twice: by the estimates of a first time it measures R of every row from both sides
// (noise/noise_in_hindsight.hpp), and filters and goes back once more with that.
#pragma once

#include "elto/filter/filter.hpp"
#include "elto/model/state_model.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// Throws InvalidArgument for infinities and for another number of columns. Entries may be missing.
Estimate filter(const StateModel& model, const Series& series,
                Covariances covariances = Covariances::variances);
/// Means and covariances given the whole series; predictions are those of the filter. A first entry
/// that the filter took and the rows after it show to be an outlier counts as missing, in both.
Estimate smooth(const StateModel& model, const Series& series,
                Covariances covariances = Covariances::variances);

}  // namespace elto
