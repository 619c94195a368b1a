// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/cycle.hpp"

#include <cmath>
#include <numbers>

#include "elto/core/error.hpp"

#include "dynamics/positive.hpp"

namespace elto {
namespace {

constexpr double kSeasonVariance = 3.0, kLargestVariance = 10.0;

Index states_of(const Cycle& cycle) {
  return 2 * cycle.harmonics;
}

/// Integral of exp(-2 decay s) over a step, and how it moves with the logarithm of decay.
struct Accumulated {
  double value, by_log_decay;
};
Accumulated accumulated(double decay, double step) {
  const double z = 2.0 * decay * step;
  if (z == 0.0) return {step, 0.0};
  const double share = -std::expm1(-z) / z;
  if (z > 0.5) return {step * share, step * (std::exp(-z) - share)};
  // The two are nearly equal: sum of (-z)^k k / (k + 1)!.
  double sum = 0.0, term = 1.0;
  for (int k = 1; k <= 14; ++k) {
    term *= -z / (k + 1);
    sum += k * term;
  }
  return {step * share, step * sum};
}

}  // namespace

RowVector Cycle::readout() const {
  RowVector c = RowVector::Zero(states_of(*this));
  for (Index k = 0; k < harmonics; ++k) c[2 * k] = 1.0;
  return c;
}

Vector Cycle::logs() const {
  Vector logs(1 + (decay > 0.0) + learns_period);
  Index i = 0;
  logs[i++] = std::log(noise);
  if (decay > 0.0) logs[i++] = std::log(decay);
  if (learns_period) logs[i] = std::log(period);
  return logs;
}

void Cycle::set_logs(VectorView logs) {
  Index i = 0;
  noise = positive(logs[i++]);
  if (decay > 0.0) decay = positive(logs[i++]);
  if (learns_period) period = positive(logs[i]);
}

Transition Cycle::transition(double step) const {
  const Index n = states_of(*this);
  Transition result{.F = Matrix::Zero(n, n), .Q = Matrix::Zero(n, n)};
  const double kept = std::exp(-decay * step), grown = accumulated(decay, step).value;
  for (Index k = 0; k < harmonics; ++k) {
    const auto harmonic = static_cast<double>(k + 1);
    const double angle = 2.0 * std::numbers::pi * harmonic * step / period;
    const double c = kept * std::cos(angle), s = kept * std::sin(angle);
    result.F.block<2, 2>(2 * k, 2 * k) << c, s, -s, c;
    result.Q(2 * k, 2 * k) = result.Q(2 * k + 1, 2 * k + 1) = noise / harmonic * grown;
  }
  return result;
}

LogDerivatives Cycle::derivatives(double step) const {
  const Transition here = transition(step);
  const Matrix none = Matrix::Zero(here.F.rows(), here.F.rows());
  LogDerivatives result{{.F = none, .Q = here.Q}};
  if (decay > 0.0) {
    const double moved = accumulated(decay, step).by_log_decay;
    result.push_back({.F = -decay * step * here.F, .Q = none});
    for (Index i = 0; i < none.rows(); ++i)
      result.back().Q(i, i) = noise / static_cast<double>(i / 2 + 1) * moved;
  }
  if (learns_period) {
    result.push_back({.F = none, .Q = none});
    for (Index k = 0; k < harmonics; ++k) {
      const double angle = 2.0 * std::numbers::pi * static_cast<double>(k + 1) * step / period;
      const double c = here.F(2 * k, 2 * k), s = here.F(2 * k, 2 * k + 1);
      // d angle / d log p = -angle
      result.back().F.block<2, 2>(2 * k, 2 * k) << angle * s, -angle * c, angle * c, angle * s;
    }
  }
  return result;
}

Matrix Cycle::initial() const {
  Vector variances(states_of(*this));
  const double first =
      decay > 0.0 ? 1.0 / (2.0 * decay / noise + 1.0 / kLargestVariance) : kSeasonVariance;
  for (Index i = 0; i < variances.size(); ++i)
    variances[i] = first / static_cast<double>(i / 2 + 1);
  return variances.asDiagonal();
}

std::vector<Matrix> Cycle::initial_derivatives() const {
  const Index n = states_of(*this);
  std::vector<Matrix> result(static_cast<std::size_t>(logs().size()), Matrix::Zero(n, n));
  if (decay > 0.0) {
    const Matrix P = initial();
    const double share = P(0, 0) * 2.0 * decay / noise;  // 1 where it is the stationary one
    result[0] = share * P;
    result[1] = -share * P;
  }
  return result;
}

void validate(const Cycle& component) {
  require(component.period > 0.0 && std::isfinite(component.period), "period", "positive",
          component.period);
  require(component.harmonics >= 1, "harmonics", "at least 1", component.harmonics);
  require(component.noise > 0.0 && std::isfinite(component.noise), "noise", "positive",
          component.noise);
  require(component.decay >= 0.0 && std::isfinite(component.decay), "decay", "at least 0",
          component.decay);
}

}  // namespace elto
