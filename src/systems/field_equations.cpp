// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/field_equations.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include "elto/core/error.hpp"

#include "systems/cole_hopf.hpp"
#include "systems/ring_equation.hpp"

namespace elto {
namespace {

using std::numbers::pi;

/// begin, begin + step, ...
Vector grid(Index size, double begin, double step) {
  Vector points(size);
  for (Index i = 0; i < size; ++i) points[i] = begin + static_cast<double>(i) * step;
  return points;
}

Index rows_or(Index rows, Index published) {
  require(rows == 0 || rows >= 2, "rows", "0 or at least 2", rows);
  return rows == 0 ? published : rows;
}

template <class Start>
Field solved(const RingEquation& equation, Vector space, const Start& start,
             const TimeSteps& steps) {
  Matrix values = solve(equation, space.unaryExpr(start), steps);
  return {std::move(values), std::move(space), grid(steps.rows, 0.0, steps.step)};
}

double sech2(double x) {
  return std::pow(std::cosh(x), -2);
}

std::complex<double> diffusion(double k) {
  return -0.1 * k * k;
}

// Half the factor of u u_x, which is (u^2)_x / 2.
double half(double) {
  return 0.5;
}

}  // namespace

Field burgers(Index rows) {
  return solved({16.0, diffusion, half}, grid(256, -8.0, 1.0 / 16.0),
                [](double x) { return std::exp(-(x + 2.0) * (x + 2.0)); },
                {rows_or(rows, 101), 0.1, 10});
}

Field burgers_shock(Index rows) {
  const Vector space = Vector::LinSpaced(256, -1.0, 1.0),
               time = grid(rows_or(rows, 100), 0.0, 0.01);
  return {cole_hopf(space, time, 0.01 / pi), space, time};
}

Field korteweg_de_vries(Index rows) {
  return solved(
      {60.0, [](double k) { return std::complex(0.0, k * k * k); }, [](double) { return 3.0; }},
      grid(512, -30.0, 60.0 / 512.0),
      [](double x) {
        return 0.5 * sech2((x + 20.0) / 2.0) + 0.25 * sech2(std::sqrt(0.5) / 2.0 * (x - 5.0));
      },
      {rows_or(rows, 201), 0.1, 10});
}

Field kuramoto_sivashinsky(Index rows) {
  const double step = 32.0 * pi / 1024.0;
  return solved({32.0 * pi, [](double k) { return std::complex(k * k - k * k * k * k); }, half},
                grid(1024, step, step),
                [](double x) { return std::cos(x / 16.0) * (1.0 + std::sin(x / 16.0)); },
                {rows_or(rows, 251), 0.4, 16});
}

Field parametric_burgers(Index rows) {
  return solved({16.0, diffusion, [](double t) { return 0.5 * (1.0 + std::sin(t) / 4.0); }},
                grid(256, -8.0, 1.0 / 16.0),
                [](double x) { return std::exp(-(x + 1.0) * (x + 1.0)); },
                {rows_or(rows, 256), 10.0 / 255.0, 4});
}

}  // namespace elto
