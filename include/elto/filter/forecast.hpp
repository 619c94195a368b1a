// SPDX-License-Identifier: Apache-2.0
// What comes after the last row: the filter run over the rows known, then predictions alone.
#pragma once

#include "elto/core/status.hpp"
#include "elto/core/types.hpp"
#include "elto/model/model.hpp"
#include "elto/model/state_model.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// In the units of the data; row i is i + 1 rows after the last one known.
struct [[nodiscard]] Forecast {
  Matrix mean;      ///< steps x D
  Matrix variance;  ///< steps x D, of the signal (without measurement noise)
  Status status;    ///< of filtering the rows known; if it is not ok, mean and variance are NaN
  RowVector noise_level = {};  ///< D, as in an Estimate; or empty
};

Forecast forecast(const Model& model, const Series& known, Index steps);
Forecast forecast(const StateModel& model, const Series& known, Index steps);

}  // namespace elto
