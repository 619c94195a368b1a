// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/parameter_covariance.hpp"

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

Matrix parameter_covariance(const FamilyFit& fit, const std::vector<Rows>& series) {
  require(fit.interventions.size() == series.size(), "series", "those of the fit", series.size());
  const LogPrior prior = prior_of({.name = fit.family, .components = fit.model.dynamics});
  Posterior posterior(series, fit.interventions, prior);
  const Vector best = fit.model.logs();
  Matrix H(best.size(), best.size());
  for (Index p = 0; p < best.size(); ++p) {
    const Vector away = kDifference * Vector::Unit(best.size(), p);
    H.col(p) = (gradient_at(fit.model, best - away, posterior) -
                gradient_at(fit.model, best + away, posterior)) /
               (2.0 * kDifference);
  }
  const Eigen::SelfAdjointEigenSolver<Matrix> axes(0.5 * (H + H.transpose()));
  constexpr double kLeast = 1.0 / (kWidest * kWidest);
  const Vector curvature = axes.eigenvalues().cwiseMax(kLeast);
  return axes.eigenvectors() * curvature.cwiseInverse().asDiagonal() *
         axes.eigenvectors().transpose();
}

}  // namespace elto
