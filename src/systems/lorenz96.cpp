// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/lorenz96.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "elto/core/error.hpp"

namespace elto {
namespace {

constexpr double kForcing = 8.0;
constexpr double kLargestStep = 0.01;  // of the integrator

Vector lorenz96_derivative(const Vector& x) {
  const Index D = x.size();
  Vector dx(D);
  for (Index i = 0; i < D; ++i)
    dx[i] = (x[(i + 1) % D] - x[(i + D - 2) % D]) * x[(i + D - 1) % D] - x[i] + kForcing;
  return dx;
}

// One step of the classical Runge-Kutta method.
void advance(Vector& x, double h) {
  const Vector k1 = lorenz96_derivative(x);
  const Vector k2 = lorenz96_derivative(x + h / 2.0 * k1);
  const Vector k3 = lorenz96_derivative(x + h / 2.0 * k2);
  const Vector k4 = lorenz96_derivative(x + h * k3);
  x += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
}

Vector start_of(const Lorenz96Options& options, Rng& rng) {
  Vector x = Vector::Constant(options.dimension, kForcing);
  Index spin_up = 500;
  if (options.start == Lorenz96Start::random) {
    x += rng.normal(options.dimension, 1);
    spin_up = 2000;
  } else {
    x[0] += 0.01;
  }
  for (Index t = 0; t < spin_up; ++t) advance(x, kLargestStep);
  return x;
}

// Mean 0 and variance 1 over the rows. A component at rest, that differs from the equilibrium by
// rounding errors at most, is left so.
void standardise(Matrix& rows) {
  constexpr double kRounding = 16.0 * std::numeric_limits<double>::epsilon() * kForcing;
  rows.rowwise() -= rows.colwise().mean().eval();
  const RowVector scale =
      (rows.colwise().squaredNorm() / static_cast<double>(rows.rows())).cwiseSqrt();
  rows.array().rowwise() /= (scale.array() > kRounding).select(scale.array(), 1.0);
}

}  // namespace

void validate(const Lorenz96Options& options) {
  require(options.rows >= 2, "rows", "at least 2", options.rows);
  require(options.dimension >= 4, "dimension", "at least 4", options.dimension);
  require(options.time_step > 0.0 && options.time_step <= 0.1, "time_step", "in (0, 0.1]",
          options.time_step);
  require(options.noise >= 0.0 && std::isfinite(options.noise), "noise", "at least 0, finite",
          options.noise);
}

Simulation lorenz96(const Lorenz96Options& options, Rng& rng) {
  validate(options);
  const auto substeps = static_cast<Index>(std::ceil(options.time_step / kLargestStep - 1e-9));
  const double h = options.time_step / static_cast<double>(substeps);
  Vector x = start_of(options, rng);
  Matrix truth(options.rows, options.dimension);
  for (Index t = 0; t < options.rows; ++t) {
    truth.row(t) = x.transpose();
    for (Index i = 0; i < substeps; ++i) advance(x, h);
  }
  standardise(truth);
  Series observed(truth + options.noise * rng.normal(options.rows, options.dimension));
  for (Index i = 0; i < options.dimension; ++i) observed.channels.push_back(concat("x", i));
  observed.time = regular_times(options.rows, options.time_step);
  return {std::move(observed), std::move(truth)};
}

}  // namespace elto
