// SPDX-License-Identifier: Apache-2.0
// The Lorenz-96 test series (D >= 4): F = 8, RK4 with step 0.01, 500 steps of spin-up from F with
// 0.01 added to the first component, each component standardised, then noise added.
#pragma once

#include <cmath>

#include "elto/core/random.hpp"
#include "elto/core/types.hpp"

namespace elto::testing {

struct NoisySeries {
  Matrix clean, noisy;  ///< T x D
};

inline Vector lorenz96_derivative(const Vector& x) {
  constexpr double kForcing = 8.0;
  const Index D = x.size();
  Vector dx(D);
  for (Index i = 0; i < D; ++i)
    dx[i] = (x[(i + 1) % D] - x[(i + D - 2) % D]) * x[(i + D - 1) % D] - x[i] + kForcing;
  return dx;
}

inline NoisySeries lorenz96(Index rows, Index dimension, double noise, std::uint32_t seed) {
  constexpr double kStep = 0.01;
  constexpr Index kSpinUp = 500;
  Vector x = Vector::Constant(dimension, 8.0);
  x[0] += 0.01;
  NoisySeries series;
  series.clean.resize(rows, dimension);
  for (Index t = -kSpinUp; t < rows; ++t) {
    if (t >= 0) series.clean.row(t) = x.transpose();
    const Vector k1 = lorenz96_derivative(x);
    const Vector k2 = lorenz96_derivative(x + kStep / 2.0 * k1);
    const Vector k3 = lorenz96_derivative(x + kStep / 2.0 * k2);
    const Vector k4 = lorenz96_derivative(x + kStep * k3);
    x += kStep / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
  }
  series.clean.rowwise() -= series.clean.colwise().mean().eval();
  const RowVector scale =
      (series.clean.colwise().squaredNorm() / static_cast<double>(rows)).cwiseSqrt();
  series.clean.array().rowwise() /= scale.array();
  series.noisy = series.clean + noise * Rng(seed).normal(rows, dimension);
  return series;
}

}  // namespace elto::testing
