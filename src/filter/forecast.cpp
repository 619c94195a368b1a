// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/forecast.hpp"

#include <limits>

#include "elto/core/error.hpp"
#include "elto/filter/state_filter.hpp"
#include "elto/filter/stepper.hpp"

namespace elto {

namespace {

/// Everything is unknown yet.
Forecast begun(Index dimension, const Series& known, Index steps) {
  require(known.dimension() == dimension, "series columns", concat(dimension, " as in the model"),
          known.dimension());
  require(steps >= 1, "steps", "at least 1", steps);
  const Matrix unknown =
      Matrix::Constant(steps, dimension, std::numeric_limits<double>::quiet_NaN());
  return {unknown, unknown, {}};
}

}  // namespace

Forecast forecast(const StateModel& model, const Series& known, Index steps) {
  Forecast ahead = begun(model.dimension(), known, steps);
  StateFilter belief(model);
  for (Index t = 0; t < known.rows(); ++t) {
    belief.predict();
    if (!belief.update(known.values.row(t)).ok()) break;
  }
  ahead.status = belief.status();
  for (Index i = 0; i < steps && ahead.status.ok(); ++i) {
    belief.predict();
    ahead.mean.row(i) = belief.mean();
    ahead.variance.row(i) = belief.variance();
  }
  return ahead;
}

Forecast forecast(const Model& model, const Series& known, Index steps) {
  validate(known);
  Forecast ahead = begun(model.dimension(), known, steps);
  Stepper stepper(model);
  for (Index t = 0; t < known.rows(); ++t) {
    stepper.predict();
    if (!stepper.update(known.values.row(t)).ok()) break;
  }
  ahead.status = stepper.status();
  for (Index i = 0; i < steps && ahead.status.ok(); ++i) {
    stepper.predict();
    ahead.mean.row(i) = stepper.mean();
    ahead.variance.row(i) = stepper.variance();
  }
  return ahead;
}

}  // namespace elto
