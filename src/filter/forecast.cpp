// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/forecast.hpp"

#include <limits>

#include "elto/core/error.hpp"
#include "elto/filter/state_filter.hpp"
#include "elto/filter/stepper.hpp"

namespace elto {
namespace {

/// RowFilter: a Stepper or a StateFilter.
template <class RowFilter, class AnyKind>
Forecast forecast_by(const AnyKind& model, const Series& known, Index steps) {
  require(known.dimension() == model.dimension(), "series columns",
          concat(model.dimension(), " as in the model"), known.dimension());
  require(steps >= 1, "steps", "at least 1", steps);
  const Matrix unknown =
      Matrix::Constant(steps, model.dimension(), std::numeric_limits<double>::quiet_NaN());
  Forecast ahead{unknown, unknown, {}};
  RowFilter filter(model);
  for (Index t = 0; t < known.rows(); ++t) {
    filter.predict();
    if (!filter.update(known.values.row(t)).ok()) break;
  }
  ahead.status = filter.status();
  for (Index i = 0; i < steps && ahead.status.ok(); ++i) {
    filter.predict();
    ahead.mean.row(i) = filter.mean();
    ahead.variance.row(i) = filter.variance();
  }
  return ahead;
}

}  // namespace

Forecast forecast(const StateModel& model, const Series& known, Index steps) {
  return forecast_by<StateFilter>(model, known, steps);
}

Forecast forecast(const Model& model, const Series& known, Index steps) {
  validate(known);
  return forecast_by<Stepper>(model, known, steps);
}

}  // namespace elto
