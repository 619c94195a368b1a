// SPDX-License-Identifier: Apache-2.0
#include "systems/cole_hopf.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "linalg/lapack.hpp"

namespace elto {
namespace {

// 1 / sum of squares of the orthonormal polynomials: accurate also where the weight is tiny, which
// matters because F spans 43 orders of magnitude.
double weight_at(double z, Index count) {
  double before = 0.0, p = std::pow(std::numbers::pi, -0.25), sum = 0.0;
  for (Index k = 0; k < count; ++k) {
    sum += p * p;
    const auto n = static_cast<double>(k);
    const double next = z * std::sqrt(2.0 / (n + 1.0)) * p - std::sqrt(n / (n + 1.0)) * before;
    before = p;
    p = next;
  }
  return 1.0 / sum;
}

double solution_at(double x, double t, double viscosity, const GaussHermite& rule) {
  if (t == 0.0) return -std::sin(std::numbers::pi * x);
  const Eigen::ArrayXd angle =
      std::numbers::pi * (x - std::sqrt(4.0 * viscosity * t) * rule.nodes.array());
  const Eigen::ArrayXd exponent = -angle.cos() / (2.0 * std::numbers::pi * viscosity);
  const Eigen::ArrayXd mass = rule.weights.array() * (exponent - exponent.maxCoeff()).exp();
  return -(mass * angle.sin()).sum() / mass.sum();
}

}  // namespace

GaussHermite gauss_hermite(Index count) {
  // The nodes are the eigenvalues of the matrix of the recurrence (Golub and Welsch).
  Matrix recurrence = Matrix::Zero(count, count);
  for (Index k = 1; k < count; ++k)
    recurrence(k, k - 1) = recurrence(k - 1, k) = std::sqrt(static_cast<double>(k) / 2.0);
  GaussHermite rule{Vector(count), Vector(count)};
  if (!symmetric_eigen(recurrence, rule.nodes))
    rule.nodes.setConstant(std::numeric_limits<double>::quiet_NaN());
  for (Index k = 0; k < count; ++k) rule.weights[k] = weight_at(rule.nodes[k], count);
  return rule;
}

Matrix cole_hopf(const VectorView& space, const VectorView& time, double viscosity) {
  constexpr Index kNodes = 100;  // 50 leave an error of 1e-8
  const GaussHermite rule = gauss_hermite(kNodes);
  Matrix values(time.size(), space.size());
  for (Index j = 0; j < space.size(); ++j)
    for (Index t = 0; t < time.size(); ++t)
      values(t, j) = solution_at(space[j], time[t], viscosity, rule);
  return values;
}

}  // namespace elto
