// SPDX-License-Identifier: Apache-2.0
// What a model expects to be observed in each row, given those before it.
#pragma once

#include "elto/core/types.hpp"
#include "elto/model/state_model.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// T x D, in the units of the data; the variance is that of an observation. NaN once a filter has
/// failed.
struct PredictedRows {
  Matrix mean, variance;
};

/// With the variance of the model itself: its bands are not calibrated for this.
PredictedRows predicted_rows(const StateModel& model, const Series& series);

}  // namespace elto
