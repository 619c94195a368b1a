// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/filter.hpp"

#include <limits>

#include "elto/core/error.hpp"
#include "elto/filter/stepper.hpp"

namespace elto {

Estimate filter(const Model& model, const Series& series, const FilterOptions& options) {
  validate(series);
  require(series.dimension() == model.dimension(), "series columns",
          concat(model.dimension(), " as in the model"), series.dimension());
  const Index T = series.rows(), D = series.dimension();
  const Matrix unknown = Matrix::Constant(T, D, std::numeric_limits<double>::quiet_NaN());
  Estimate estimate{unknown, unknown, {}, unknown, {}};
  const bool full = options.covariances == Covariances::full;
  if (full)
    estimate.covariance.assign(static_cast<std::size_t>(T), Matrix::Constant(D, D, unknown(0, 0)));
  Stepper stepper(model);
  for (Index t = 0; t < T; ++t) {
    stepper.predict();
    estimate.predicted.row(t) = stepper.mean();
    if (!stepper.update(series.values.row(t)).ok()) break;
    estimate.mean.row(t) = stepper.mean();
    if (full) {
      const Matrix& covariance = stepper.covariance();
      estimate.covariance[static_cast<std::size_t>(t)] = covariance;
      estimate.variance.row(t) = covariance.diagonal();
    } else {
      estimate.variance.row(t) = stepper.variance();
    }
  }
  estimate.status = stepper.status();
  return estimate;
}

}  // namespace elto
