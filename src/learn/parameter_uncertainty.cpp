// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/parameter_uncertainty.hpp"

#include <algorithm>
#include <cmath>

#include "elto/core/error.hpp"

#include "learn/posterior.hpp"

#include <Eigen/Eigenvalues>

namespace elto {
namespace {

constexpr double kDifference = 1e-3;  // of a logarithm, between gradients
constexpr double kWidest = 2.5;       // of a logarithm: a normal posterior holds no further

Vector gradient_at(LinearModel model, const Vector& logs, Posterior& posterior) {
  model.set_logs(logs);
  Vector gradient;
  (void)posterior.value(model, gradient);  // zero for a series where the filter fails
  return gradient;
}

}  // namespace

std::vector<Vector> parameter_variance(const FamilyFit& fit, const std::vector<Rows>& series) {
  require(fit.interventions.size() == series.size(), "series", "those of the fit", series.size());
  const LogPrior prior = prior_of({.name = fit.family, .components = fit.model.dynamics});
  Posterior posterior(series, fit.interventions, prior);
  std::vector<Treated> treated;
  for (std::size_t i = 0; i < series.size(); ++i)
    treated.push_back(treat(series[i], fit.interventions[i]));
  const Vector best = fit.model.logs();
  Matrix H(best.size(), best.size());
  for (Index p = 0; p < best.size(); ++p) {
    const Vector away = kDifference * Vector::Unit(best.size(), p);
    H.col(p) = (gradient_at(fit.model, best - away, posterior) -
                gradient_at(fit.model, best + away, posterior)) /
               (2.0 * kDifference);
  }
  const Eigen::SelfAdjointEigenSolver<Matrix> axes(0.5 * (H + H.transpose()));
  std::vector<Vector> added;
  std::vector<SignalMoments> centre;
  for (const Treated& one : treated) {
    centre.push_back(smooth(fit.model, one.rows, one.jumps).signal);
    added.push_back(Vector::Zero(one.rows.count()));
  }
  LinearModel moved = fit.model;
  for (Index axis = 0; axis < best.size(); ++axis) {
    // Where the posterior is not a maximum, nothing but the limit holds.
    const double curvature = axes.eigenvalues()[axis];
    const double deviation =
        curvature > 0.0 ? std::min(1.0 / std::sqrt(curvature), kWidest) : kWidest;
    const Vector away = deviation * axes.eigenvectors().col(axis);
    for (std::size_t i = 0; i < treated.size(); ++i) {
      moved.set_logs(best + away);
      const SmoothedRows above = smooth(moved, treated[i].rows, treated[i].jumps);
      moved.set_logs(best - away);
      const SmoothedRows below = smooth(moved, treated[i].rows, treated[i].jumps);
      if (!above.status.ok() || !below.status.ok()) continue;
      added[i] += 0.25 * (above.signal.mean - below.signal.mean).col(0).cwiseAbs2() +
                  0.5 * (above.signal.variance + below.signal.variance).col(0) -
                  centre[i].variance.col(0);
    }
  }
  for (Vector& one : added) one = one.cwiseMax(0.0);
  return added;
}

}  // namespace elto
