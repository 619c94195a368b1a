// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/forecast.hpp"

#include <limits>

#include "elto/core/error.hpp"
#include "elto/filter/stepper.hpp"

namespace elto {

Forecast forecast(const Model& model, const Series& known, Index steps) {
  validate(known);
  require(known.dimension() == model.dimension(), "series columns",
          concat(model.dimension(), " as in the model"), known.dimension());
  require(steps >= 1, "steps", "at least 1", steps);
  const Matrix unknown =
      Matrix::Constant(steps, model.dimension(), std::numeric_limits<double>::quiet_NaN());
  Forecast ahead{unknown, unknown, {}};
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
