// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/filter.hpp"

#include <cmath>
#include <limits>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"
#include "elto/filter/stepper.hpp"

namespace elto {

namespace {

Estimate filtered(const Model& model, const Matrix& values, Covariances covariances) {
  const Index T = values.rows(), D = values.cols();
  const Matrix unknown = Matrix::Constant(T, D, std::numeric_limits<double>::quiet_NaN());
  Estimate estimate{unknown, unknown, {}, unknown, unknown, {}, {}, {}};
  const bool full = covariances == Covariances::full;
  if (full)
    estimate.covariance.assign(static_cast<std::size_t>(T), Matrix::Constant(D, D, unknown(0, 0)));
  Stepper stepper(model);
  for (Index t = 0; t < T; ++t) {
    stepper.predict();
    estimate.predicted.row(t) = stepper.mean();
    estimate.predicted_variance.row(t) = stepper.variance();
    if (!stepper.update(values.row(t)).ok()) break;
    estimate.mean.row(t) = stepper.mean();
    if (full) {
      const Matrix& covariance = stepper.covariance();
      estimate.covariance[static_cast<std::size_t>(t)] = covariance;
      estimate.variance.row(t) = covariance.diagonal();
    } else {
      estimate.variance.row(t) = stepper.variance();
    }
    if (model.adaptation.active()) estimate.noise.push_back(stepper.noise());
  }
  estimate.status = stepper.status();
  return estimate;
}

// With independent signs b, the mean of b (m(y + h b) - m(y)) / h is that of the diagonal of the
// derivative: what other rows and channels contribute has a random sign and averages out.
RowVector measured_sensitivity(const Model& model, const Matrix& values, const Matrix& mean) {
  constexpr double kStep = 1e-5;  // of a channel's spread: far below what bends, above rounding
  const Index T = values.rows(), D = values.cols();
  const Matrix signs = (Rng(1).uniform(T, D).array() < 0.5).select(-1.0, Matrix::Ones(T, D));
  const RowVector steps = kStep * model.scaling.scale;
  const Matrix moved =
      filtered(model, values + signs * steps.asDiagonal(), Covariances::variances).mean - mean;
  RowVector sensitivity(D);
  for (Index j = 0; j < D; ++j) {
    double sum = 0.0;
    Index count = 0;
    for (Index t = 0; t < T; ++t) {
      const double response = signs(t, j) * moved(t, j) / steps[j];
      if (std::isnan(values(t, j)) || !std::isfinite(response)) continue;
      sum += response;
      ++count;
    }
    sensitivity[j] = sum / static_cast<double>(count);
  }
  return sensitivity;
}

}  // namespace

Estimate filter(const Model& model, const Series& series, const FilterOptions& options) {
  validate(series);
  require(series.dimension() == model.dimension(), "series columns",
          concat(model.dimension(), " as in the model"), series.dimension());
  Estimate estimate = filtered(model, series.values, options.covariances);
  if (options.sensitivity)
    estimate.sensitivity = measured_sensitivity(model, series.values, estimate.mean);
  return estimate;
}

}  // namespace elto
