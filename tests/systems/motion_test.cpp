// SPDX-License-Identifier: Apache-2.0
#include "systems/motion.hpp"

#include <cmath>

#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Matrix solved(const EquationsOfMotion& equations, const Course& course, std::uint32_t seed = 1) {
  Rng rng(seed);
  return trajectory_of(equations, course, rng);
}

/// The textbook's Runge and Kutta in very small steps.
Matrix by_tiny_steps(const EquationsOfMotion& equations, const Course& course, int substeps) {
  const double h = course.step / substeps;
  Vector x = course.start;
  Matrix rows(course.rows, x.size());
  for (Index row = 0; row < course.rows; ++row) {
    rows.row(row) = x.transpose();
    for (int i = 0; i < substeps; ++i) {
      const double t = static_cast<double>(row) * course.step + i * h;
      const Vector k1 = equations(x, t), k2 = equations(x + h / 2 * k1, t + h / 2),
                   k3 = equations(x + h / 2 * k2, t + h / 2), k4 = equations(x + h * k3, t + h);
      x += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
  }
  return rows;
}

TEST(Motion, OfASpringIsACosine) {
  const Matrix rows = solved(EquationsOfMotion("x' = v; v' = -4 x"),
                             {.start = Vector{{1.0, 0.0}}, .rows = 200, .step = 0.1});
  for (Index t = 0; t < 200; ++t) {
    const double phase = 0.2 * static_cast<double>(t);
    EXPECT_NEAR(rows(t, 0), std::cos(phase), 1e-7);
    EXPECT_NEAR(rows(t, 1), -2.0 * std::sin(phase), 1e-7);
  }
}

// The first row is at time 0, the start before it.
TEST(Motion, OfLogisticGrowthIsKnown) {
  const Matrix rows = solved(EquationsOfMotion("x' = x (1 - x)"),
                             {.start = Vector{{0.01}}, .spin_up = 1.5, .rows = 40, .step = 0.3});
  for (Index t = 0; t < 40; ++t) {
    const double time = 1.5 + 0.3 * static_cast<double>(t);
    EXPECT_NEAR(rows(t, 0), 1.0 / (1.0 + 99.0 * std::exp(-time)), 1e-9);
  }
}

TEST(Motion, KnowsTheTimeOfTheRows) {
  const Matrix rows = solved(EquationsOfMotion("x' = cos(t)"),
                             {.start = Vector{{0.0}}, .spin_up = 2.0, .rows = 30, .step = 0.2});
  for (Index t = 0; t < 30; ++t)
    EXPECT_NEAR(rows(t, 0), std::sin(0.2 * static_cast<double>(t)) + std::sin(2.0), 1e-9);
}

TEST(Motion, IsThatOfTinySteps) {
  const EquationsOfMotion roessler("x' = -y - z; y' = x + 0.2 y; z' = 0.2 + z (x - 5.7)");
  const Course course{.start = Vector{{-5.0, -5.0, 0.1}}, .rows = 150, .step = 0.1};
  EXPECT_MATRIX_NEAR(solved(roessler, course), by_tiny_steps(roessler, course, 200), 1e-6);
  const EquationsOfMotion broken("x' = v; v' = -x - 15 max(x, 0) + sign(v) + cos(2 t)");
  const Course other{.start = Vector{{0.3, 0.1}}, .rows = 100, .step = 0.05};
  EXPECT_MATRIX_NEAR(solved(broken, other), by_tiny_steps(broken, other, 4000), 1e-4);
}

// x' = -x(t - 1), x = 1 before 0: a polynomial on each interval of length 1,
// x = sum_k (-1)^k (t - k + 1)^k / k! over k <= t + 1.
TEST(Motion, WithADelayIsKnownByTheMethodOfSteps) {
  const Matrix rows = solved(EquationsOfMotion("x' = -x_tau", "tau = 1"),
                             {.start = Vector{{1.0}}, .rows = 60, .step = 0.1});
  for (Index row = 0; row < 60; ++row) {
    const double t = 0.1 * static_cast<double>(row);
    double x = 1.0, factor = 1.0;
    for (int k = 1; k <= static_cast<int>(t + 1.0 + 1e-9); ++k) {
      factor *= -1.0 / k;
      x += factor * std::pow(t - k + 1.0, k);
    }
    EXPECT_NEAR(rows(row, 0), x, 1e-9) << t;
  }
}

TEST(Motion, WithADelayThatIsShorterThanARow) {
  const EquationsOfMotion late("x' = -x_tau", "tau = 0.01");
  const Matrix rows =
      solved(late, {.start = Vector{{1.0}}, .spin_up = 1.0, .rows = 4, .step = 1.0});
  // exp(-c t) with c = exp(c tau) once the start is forgotten
  double c = 1.0;
  for (int i = 0; i < 50; ++i) c = std::exp(0.01 * c);
  for (Index t = 1; t < 4; ++t) EXPECT_NEAR(rows(t, 0) / rows(t - 1, 0), std::exp(-c), 1e-8);
}

// dx = -a x dt + s dW: variance s^2 / (2 a), correlation exp(-a h) of neighbouring rows.
TEST(Motion, WithNoiseHasTheMomentsOfOrnsteinAndUhlenbeck) {
  const EquationsOfMotion equations("x' = -a x + s xi", "a = 2; s = 0.6");
  const Index n = 20000;
  const Vector x =
      solved(equations, {.start = Vector{{0.0}}, .spin_up = 5.0, .rows = n, .step = 0.25});
  EXPECT_NEAR(x.squaredNorm() / static_cast<double>(n), 0.09, 0.005);
  EXPECT_NEAR(x.head(n - 1).dot(x.tail(n - 1)) / x.squaredNorm(), std::exp(-0.5), 0.02);
  EXPECT_MATRIX_EQ(
      x, solved(equations, {.start = Vector{{0.0}}, .spin_up = 5.0, .rows = n, .step = 0.25}));
}

// dx = s x dW is a martingale in the sense of Ito, and log x falls by s^2 / 2 in a unit of time.
TEST(Motion, NoiseIsThatOfIto) {
  const EquationsOfMotion equations("x' = s x xi", "s = 0.5");
  double mean = 0.0;
  constexpr int kRuns = 400;
  for (std::uint32_t seed = 1; seed <= kRuns; ++seed)
    mean +=
        std::log(solved(equations, {.start = Vector{{1.0}}, .rows = 2, .step = 1.0}, seed)(1, 0));
  EXPECT_NEAR(mean / kRuns, -0.125, 0.075);  // three standard errors
}

}  // namespace
}  // namespace elto
