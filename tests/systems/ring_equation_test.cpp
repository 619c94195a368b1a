// SPDX-License-Identifier: Apache-2.0
#include "systems/ring_equation.hpp"

#include <cmath>
#include <numbers>

#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

constexpr double kPi = std::numbers::pi;

Vector ring(Index points, double begin, double length) {
  return begin + (length / static_cast<double>(points)) *
                     Vector::LinSpaced(points, 0.0, double(points - 1)).array();
}

double none(double) {
  return 0.0;
}

// u_t = nu u_xx from sin x decays as e^{-nu t}, exactly, however long the step.
TEST(RingEquation, TheLinearPartIsExact) {
  const Vector x = ring(32, 0.0, 2.0 * kPi);
  const Matrix u = solve({2.0 * kPi, [](double k) { return std::complex(-0.3 * k * k); }, none},
                         x.array().sin(), {3, 5.0, 1});
  EXPECT_MATRIX_NEAR(u.row(2).transpose(), std::exp(-3.0) * x.array().sin().matrix(), 1e-14);
}

// u_t = -a u_x moves a wave along.
TEST(RingEquation, AdvectionMovesAWave) {
  const Vector x = ring(64, 0.0, 2.0 * kPi);
  const Matrix u = solve({2.0 * kPi, [](double k) { return std::complex(0.0, -0.7 * k); }, none},
                         (3.0 * x).array().cos(), {2, 1.0, 1});
  EXPECT_MATRIX_NEAR(u.row(1).transpose(), (3.0 * (x.array() - 0.7)).cos().matrix(), 1e-13);
}

// u_t = -6 u u_x - u_xxx: (c/2) sech^2(sqrt(c)/2 (x - c t)) moves with speed c and keeps its form.
TEST(RingEquation, ASolitonKeepsItsForm) {
  constexpr double c = 1.3, length = 60.0, t = 2.0;
  const Vector x = ring(512, -30.0, length);
  const auto soliton = [&](double centre) -> Vector {
    return c / 2.0 * (std::sqrt(c) / 2.0 * (x.array() - centre)).cosh().square().inverse();
  };
  const Matrix u = solve(
      {length, [](double k) { return std::complex(0.0, k * k * k); }, [](double) { return 3.0; }},
      soliton(0.0), {2, t, 400});
  EXPECT_MATRIX_NEAR(u.row(1).transpose(), soliton(c * t), 1e-6);
}

// Half the step leaves a sixteenth of the error.
TEST(RingEquation, IsOfFourthOrder) {
  const Vector x = ring(128, 0.0, 2.0 * kPi);
  const RingEquation equation{2.0 * kPi, [](double k) { return std::complex(-0.2 * k * k); },
                              [](double t) { return 0.5 * (1.0 + std::sin(t)); }};
  const auto at_end = [&](Index substeps) -> Vector {
    return solve(equation, x.array().sin(), {2, 1.0, substeps}).row(1).transpose();
  };
  const Vector exact = at_end(1280);
  const double coarse = (at_end(20) - exact).norm(), fine = (at_end(40) - exact).norm();
  EXPECT_NEAR(std::log2(coarse / fine), 4.0, 0.3);
}

// Only the flux moves u about: what there is of it stays.
TEST(RingEquation, ConservesTheMean) {
  const Vector x = ring(64, 0.0, 2.0 * kPi);
  const Vector start = 1.0 + x.array().sin();
  const Matrix u = solve(
      {2.0 * kPi, [](double k) { return std::complex(-0.2 * k * k); }, [](double) { return 0.5; }},
      start, {5, 0.3, 10});
  EXPECT_MATRIX_NEAR(u.rowwise().mean(), Vector::Ones(5), 1e-14);
}

}  // namespace
}  // namespace elto
