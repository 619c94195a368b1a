// SPDX-License-Identifier: Apache-2.0
#include "discovery/levenberg_marquardt.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Cholesky>

namespace elto {
namespace {

constexpr double kFirstDamping = 1e-3;
// What a step may still promise of |r|^2: rounding hides less. Then p is within 1e-7 of its
// standard errors, times the root of the number of residuals.
constexpr double kGainTolerance = 1e-15;
// Of a step, compared with p: this decides where r becomes 0.
constexpr double kStepTolerance = 1e-10;

/// Squares must not overflow either.
std::optional<Residuals> finite(std::optional<Residuals> residuals) {
  const bool usable = residuals && std::isfinite(residuals->values.squaredNorm()) &&
                      std::isfinite(residuals->jacobian.squaredNorm());
  return usable ? std::move(residuals) : std::nullopt;
}

}  // namespace

std::optional<NonlinearFit> levenberg_marquardt(const ResidualFunction& function, Vector start,
                                                Index largest_iterations) {
  std::optional<Residuals> at_start = finite(function(start));
  if (!at_start) return std::nullopt;
  NonlinearFit fit{.point = std::move(start), .residuals = std::move(*at_start)};
  Vector scale = Vector::Zero(fit.point.size());
  double damping = kFirstDamping, growth = 2.0;
  while (fit.iterations < largest_iterations) {
    const auto& [r, J] = fit.residuals;
    scale = scale.cwiseMax(J.colwise().norm().transpose());
    const Vector weights = (scale.array() > 0.0).select(scale.array(), 1.0);
    // In units in which the columns of J have norms of at most 1.
    const Matrix scaled = J * weights.cwiseInverse().asDiagonal();
    Matrix A = scaled.transpose() * scaled;
    A.diagonal().array() += damping;
    const Vector gradient = scaled.transpose() * r;
    const Vector step = -A.ldlt().solve(gradient);
    const double promised = step.dot(damping * step - gradient);
    fit.converged = promised <= kGainTolerance * r.squaredNorm() ||
                    step.norm() <= kStepTolerance * fit.point.cwiseProduct(weights).norm();
    if (fit.converged) break;

    Vector point = fit.point + step.cwiseQuotient(weights);
    std::optional<Residuals> there = finite(function(point));
    const double gained = there ? r.squaredNorm() - there->values.squaredNorm() : -1.0;
    ++fit.iterations;
    if (gained > 0.0) {
      fit.point = std::move(point);
      fit.residuals = std::move(*there);
      damping *= std::max(1.0 / 3.0, 1.0 - std::pow(2.0 * gained / promised - 1.0, 3));
      growth = 2.0;
    } else {
      ++fit.rejected;
      damping *= growth;
      growth *= 2.0;
    }
  }
  return fit;
}

}  // namespace elto
