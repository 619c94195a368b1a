// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/integrated_wiener.hpp"

#include <array>
#include <cmath>

#include "elto/core/error.hpp"

#include "dynamics/positive.hpp"

namespace elto {
namespace {

constexpr double kFactorial[] = {1.0, 1.0, 2.0};

/// 1, h, ..., h^5.
std::array<double, 6> powers(double step) {
  std::array<double, 6> all = {1.0};
  for (std::size_t i = 1; i < all.size(); ++i) all[i] = all[i - 1] * step;
  return all;
}

/// Q for q = 1.
Matrix unit_noise(Index order, double step) {
  const std::array<double, 6> power = powers(step);
  Matrix Q(order, order);
  for (Index i = 0; i < order; ++i)
    for (Index j = 0; j < order; ++j) {
      const Index p = 2 * order - 1 - i - j;
      Q(i, j) = power[static_cast<std::size_t>(p)] /
                (static_cast<double>(p) * kFactorial[order - 1 - i] * kFactorial[order - 1 - j]);
    }
  return Q;
}

}  // namespace

Vector IntegratedWiener::logs() const {
  Vector logs(level_noise > 0.0 ? 2 : 1);
  logs[0] = std::log(noise);
  if (logs.size() == 2) logs[1] = std::log(level_noise);
  return logs;
}

void IntegratedWiener::set_logs(VectorView logs) {
  noise = positive(logs[0]);
  if (logs.size() == 2) level_noise = positive(logs[1]);
}

Transition IntegratedWiener::transition(double step) const {
  Transition result{.F = Matrix::Zero(order, order), .Q = noise * unit_noise(order, step)};
  const std::array<double, 6> power = powers(step);
  for (Index i = 0; i < order; ++i)
    for (Index j = i; j < order; ++j)
      result.F(i, j) = power[static_cast<std::size_t>(j - i)] / kFactorial[j - i];
  result.Q(0, 0) += level_noise * step;
  return result;
}

LogDerivatives IntegratedWiener::derivatives(double step) const {
  const Matrix none = Matrix::Zero(order, order);
  LogDerivatives result{{.F = none, .Q = noise * unit_noise(order, step)}};
  if (level_noise > 0.0) {
    result.push_back({.F = none, .Q = none});
    result[1].Q(0, 0) = level_noise * step;
  }
  return result;
}

Matrix IntegratedWiener::initial() const {
  return Vector{{10.0, 1.0, 0.1}}.head(order).asDiagonal();
}

std::vector<Matrix> IntegratedWiener::initial_derivatives() const {
  return std::vector<Matrix>(static_cast<std::size_t>(logs().size()), Matrix::Zero(order, order));
}

void validate(const IntegratedWiener& component) {
  require(component.order >= 1 && component.order <= 3, "order", "1, 2 or 3", component.order);
  require(component.noise > 0.0 && std::isfinite(component.noise), "noise", "positive",
          component.noise);
  require(component.level_noise >= 0.0 && std::isfinite(component.level_noise), "level_noise",
          "at least 0", component.level_noise);
}

}  // namespace elto
