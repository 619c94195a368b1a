// SPDX-License-Identifier: Apache-2.0
#include "learn/posterior.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "elto/tuning/minimize_smooth.hpp"

namespace elto {
namespace {

constexpr double kCut = 9.0;        // squares of innovations beyond it count as it, at the start
constexpr double kFarthest = 30.0;  // of a logarithm from zero
constexpr double kLargestLikelihood = 1e7;
constexpr double kUnbounded = std::numeric_limits<double>::infinity();

}  // namespace

Posterior::Posterior(const std::vector<Rows>& series,
                     const std::vector<Interventions>& interventions, const LogPrior& prior)
    : prior_(prior) {
  for (std::size_t i = 0; i < series.size(); ++i) {
    const Treated one = treat(series[i], interventions[i]);
    series_.emplace_back(one.rows, one.jumps);
  }
}

double Posterior::robust(const LinearModel& model) {
  double sum = prior_.log_density(model.logs());
  for (Likelihood& one : series_) sum += one.value(model, kCut);
  return sum;
}

double Posterior::value(const LinearModel& model) {
  double sum = prior_.log_density(model.logs());
  for (Likelihood& one : series_) sum += one.value(model);
  return sum;
}

double Posterior::value(const LinearModel& model, Vector& gradient) {
  double sum = prior_.log_density(model.logs());
  gradient = prior_.gradient(model.logs());
  Vector part;
  for (Likelihood& one : series_) {
    sum += one.value(model, part);
    gradient += part;
  }
  return std::isfinite(sum) ? sum : -kUnbounded;
}

/// Logs count in widths of their priors, so that a period that must be exact and a noise that need
/// not be are equally far away.
double Posterior::maximise(LinearModel& model, double tolerance) {
  LinearModel trial = model;
  const Vector origin = model.logs(), scale = prior_.width.cwiseMin(1.0);
  const auto objective = [&](const Vector& moved, Vector& gradient) {
    const Vector logs = origin + moved.cwiseProduct(scale);
    if (!(logs.array().abs() < kFarthest).all()) return kUnbounded;
    trial.set_logs(logs);
    const double value = this->value(trial, gradient);
    gradient = -gradient.cwiseProduct(scale);
    return -value;
  };
  const double size = std::abs(robust(model));
  const MinimizeResult best = minimize_smooth(
      objective, Vector::Zero(origin.size()),
      {.evaluations = 80, .tolerance = tolerance / std::clamp(size, 1.0, kLargestLikelihood)});
  if (!best.status.ok()) return -kUnbounded;
  model.set_logs(origin + best.point.cwiseProduct(scale));
  return -best.value;
}

}  // namespace elto
