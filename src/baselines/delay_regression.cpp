// SPDX-License-Identifier: Apache-2.0
#include "elto/baselines/delay_regression.hpp"

#include <cmath>

#include "elto/core/error.hpp"
#include "elto/states/delay_windows.hpp"

#include "linalg/single_threaded_blas.hpp"

namespace elto {
namespace {

Matrix covariance_of(const Matrix& centred) {
  return centred.transpose() * centred / static_cast<double>(centred.rows());
}

}  // namespace

void validate(const DelayRegressionOptions& options) {
  require(options.delays >= 1, "delays", "at least 1", options.delays);
  validate(options.kernel);
  require(std::isfinite(options.ridge) && options.ridge > 0.0, "ridge", "finite and positive",
          options.ridge);
  validate(options.rank);
}

DelayRegression fit_delay_regression(const std::vector<Series>& sequences,
                                     const DelayRegressionOptions& options) {
  validate(options);
  link_single_threaded_blas();
  const std::vector<Matrix> runs = observed_runs(sequences);
  const DelayWindows windows = delay_windows(row_counts(runs), options.delays);
  DelayRegression regression;
  regression.scaling = standardisation_of(runs);
  const Matrix Y = regression.scaling.apply(stacked(runs));
  const Matrix X = past_rows(windows, Y);
  const Matrix increments = paired_rows(windows, Y) - X.leftCols(Y.cols());

  // F^T F is diagonal, so the regression on features is a division.
  const Features features = learn_features(resolved(options.kernel, X), X, options.rank);
  const double c = static_cast<double>(X.rows()) * options.ridge;
  const Matrix on_features = (features.spectrum.array() + c).inverse().matrix().asDiagonal() *
                             (features.values.transpose() * increments);
  regression.kernel = features.map.kernel;
  regression.landmarks = features.map.landmarks;
  regression.weights = features.map.projection * on_features;
  regression.residual = covariance_of(increments - features.values * on_features);
  regression.state_mean = X.colwise().mean();
  regression.state_covariance = covariance_of(X.rowwise() - regression.state_mean.transpose());
  return regression;
}

Vector DelayRegression::operator()(const Vector& state) const {
  const Index D = weights.cols(), older = state.size() - D;
  Vector k(landmarks.rows()), next(state.size());
  evaluate(kernel, landmarks, state.transpose(), k);
  next.head(D) = state.head(D) + weights.transpose() * k;
  next.tail(older) = state.head(older);
  return next;
}

void validate(const DelayNoise& noise) {
  require(noise.process > 0.0, "process", "positive", noise.process);
  require(noise.measurement > 0.0, "measurement", "positive", noise.measurement);
}

NonlinearModel nonlinear_model(const DelayRegression& regression, const DelayNoise& noise) {
  validate(noise);
  constexpr double kJitter = 1e-9;  // delays are copies: without it covariances would be singular
  const Index D = regression.weights.cols(), n = regression.state_mean.size();
  const Matrix jitter = kJitter * Matrix::Identity(n, n);
  NonlinearModel model;
  model.transition = regression;
  model.observation = [D, scaling = regression.scaling](const Vector& state) -> Vector {
    return scaling.offset.transpose() + scaling.scale.transpose().cwiseProduct(state.head(D));
  };
  model.Q = jitter;
  model.Q.topLeftCorner(D, D) += noise.process * regression.residual;
  model.R = (noise.measurement * regression.scaling.scale.cwiseAbs2()).asDiagonal();
  model.mean = regression.state_mean;
  model.covariance = regression.state_covariance + jitter;
  return model;
}

}  // namespace elto
