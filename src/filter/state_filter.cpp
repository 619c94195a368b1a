// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/state_filter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "elto/core/error.hpp"

#include "linalg/lapack.hpp"

namespace elto {
namespace {

RowVector in_units(const StateModel& model, const Vector& x) {
  return (model.observation * x).transpose().cwiseProduct(model.scaling.scale) +
         model.scaling.offset;
}

RowVector variance_in_units(const StateModel& model, const Matrix& P) {
  return (model.observation * P)
      .cwiseProduct(model.observation)
      .rowwise()
      .sum()
      .transpose()
      .cwiseProduct(model.scaling.scale.cwiseAbs2());
}

void widen(Estimate& estimate, const RowVector& factor) {
  estimate.variance.array().rowwise() *= factor.array().square();
}

/// What the backward pass needs of each row.
struct Step {
  Vector prior, posterior;
  Matrix prior_covariance, covariance;
  Matrix jacobian;  // of the step to this row
};

Estimate filtered(const StateModel& model, const Series& series, std::vector<Step>* steps) {
  const Index T = series.rows(), D = series.dimension();
  require(D == model.dimension(), "series columns", concat(model.dimension(), " as in the model"),
          D);
  require(!series.values.array().isInf().any(), "series", "without infinities", "one");
  const Matrix unknown = Matrix::Constant(T, D, std::numeric_limits<double>::quiet_NaN());
  Estimate estimate{unknown, unknown, {}, unknown, unknown, {}, {}, {StatusCode::ok}};
  StateFilter belief(model);
  for (Index t = 0; t < T; ++t) {
    belief.predict();
    estimate.predicted.row(t) = belief.mean();
    estimate.predicted_variance.row(t) = belief.variance();
    Step step;
    if (steps != nullptr) {
      step.prior = belief.state();
      step.prior_covariance = belief.covariance();
      step.jacobian = belief.jacobian();
    }
    belief.update(series.values.row(t));
    if (!belief.finite()) {
      estimate.status = {StatusCode::not_finite, t};
      break;
    }
    estimate.mean.row(t) = belief.mean();
    estimate.variance.row(t) = belief.variance();
    if (steps != nullptr) {
      step.posterior = belief.state();
      step.covariance = belief.covariance();
      steps->push_back(std::move(step));
    }
  }
  return estimate;
}

}  // namespace

StateFilter::StateFilter(const StateModel& model)
    : model_(&model),
      x_(model.mean),
      moved_(model.mean.size()),
      gain_(model.mean.size()),
      move_(model.map.outputs),
      P_(model.covariance),
      J_(Matrix::Identity(model.mean.size(), model.mean.size())),
      G_(model.map.outputs, model.map.inputs),
      product_(model.mean.size(), model.mean.size()),
      residual_(RowVector::Constant(model.dimension(), std::numeric_limits<double>::quiet_NaN())),
      noise_(model.noise) {}

void StateFilter::predict() {
  if (!started_) {
    started_ = true;
    return;
  }
  const Index n = model_->map.inputs;
  model_->map.linearise(x_.head(n), move_, G_, room_);
  moved_.noalias() = model_->law * x_;
  moved_.noalias() += model_->entry * move_;
  x_.swap(moved_);
  J_ = model_->law;
  J_.leftCols(n).noalias() += model_->entry * G_;
  product_.noalias() = J_ * P_;
  P_.noalias() = product_ * J_.transpose();
  P_ += process_ * model_->process;
  product_ = P_.transpose();
  P_ = 0.5 * (P_ + product_);
}

void StateFilter::update(const RowView& row) {
  const Index D = row.size();
  drift_ = x_.tail(D);
  drift_variance_ = P_.diagonal().tail(D);
  for (Index j = 0; j < row.size(); ++j) {
    if (std::isnan(row[j])) continue;
    const double y = (row[j] - model_->scaling.offset[j]) / model_->scaling.scale[j];
    const auto c = model_->observation.row(j);
    gain_.noalias() = P_ * c.transpose();
    const double variance = c.dot(gain_) + noise_[j], d = y - c.dot(x_);
    log_likelihood_ -= 0.5 * (d * d / variance + std::log(2.0 * std::numbers::pi * variance));
    x_ += (d / variance) * gain_;
    P_.noalias() -= (gain_ / variance) * gain_.transpose();
  }
  if (model_->memory != NoiseMemory{}) adapt(row);
}

void StateFilter::adapt(const RowView& row) {
  constexpr double kLeast = 1e-4, kMost = 1e4;  // times the noise of the model
  const auto [alpha, beta] = model_->memory;
  const Index D = row.size();
  for (Index j = 0; j < D; ++j) {
    if (std::isnan(row[j])) continue;
    const double y = (row[j] - model_->scaling.offset[j]) / model_->scaling.scale[j];
    const auto c = model_->observation.row(j);
    gain_.noalias() = P_ * c.transpose();
    const double residual = y - c.dot(x_);
    const double change = residual - std::exchange(residual_[j], residual);
    if (std::isnan(change)) continue;
    const double seen = 0.5 * change * change + c.dot(gain_);
    noise_[j] = std::clamp(alpha * noise_[j] + (1.0 - alpha) * seen, kLeast * model_->noise[j],
                           kMost * model_->noise[j]);
  }
  const double expected = (drift_variance_ - P_.diagonal().tail(D)).sum();
  if (expected > 0.0) {
    const double seen = (x_.tail(D) - drift_).squaredNorm();
    process_ = std::clamp(process_ * (beta + (1.0 - beta) * seen / expected), kLeast, kMost);
  }
}

RowVector StateFilter::mean() const {
  return in_units(*model_, x_);
}

RowVector StateFilter::variance() const {
  return variance_in_units(*model_, P_);
}

Estimate filter(const StateModel& model, const Series& series) {
  Estimate estimate = filtered(model, series, nullptr);
  widen(estimate, model.filter_factor);
  return estimate;
}

Estimate smooth(const StateModel& model, const Series& series) {
  std::vector<Step> steps;
  Estimate estimate = filtered(model, series, &steps);
  if (!estimate.status.ok()) return estimate;
  for (auto t = std::ssize(steps) - 2; t >= 0; --t) {
    Step& here = steps[static_cast<std::size_t>(t)];
    const Step& next = steps[static_cast<std::size_t>(t) + 1];
    const Matrix G =
        solve_on_the_right(here.covariance * next.jacobian.transpose(), next.prior_covariance);
    here.posterior += G * (next.posterior - next.prior);
    here.covariance += G * (next.covariance - next.prior_covariance) * G.transpose();
    estimate.mean.row(t) = in_units(model, here.posterior);
    estimate.variance.row(t) = variance_in_units(model, here.covariance);
  }
  widen(estimate, model.smoother_factor);
  return estimate;
}

}  // namespace elto
