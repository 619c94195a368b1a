// SPDX-License-Identifier: Apache-2.0
#include "tuning/predicted_rows.hpp"

#include <limits>

#include "elto/filter/state_filter.hpp"

#include "filter/signal_of_state.hpp"

namespace elto {

PredictedRows predicted_rows(const StateModel& model, const Series& series) {
  const Matrix unknown =
      Matrix::Constant(series.rows(), series.dimension(), std::numeric_limits<double>::quiet_NaN());
  PredictedRows rows{unknown, unknown};
  StateFilter belief(model);
  for (Index t = 0; t < series.rows(); ++t) {
    belief.predict();
    rows.mean.row(t) = belief.mean();
    rows.variance.row(t) = (signal_variance(model, belief.covariances()) + belief.noise())
                               .cwiseProduct(model.scaling.scale.cwiseAbs2());
    if (!belief.update(series.values.row(t)).ok()) break;
  }
  return rows;
}

}  // namespace elto
