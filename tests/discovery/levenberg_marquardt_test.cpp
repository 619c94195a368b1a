// SPDX-License-Identifier: Apache-2.0
#include "discovery/levenberg_marquardt.hpp"

#include <cmath>
#include <limits>

#include "elto/core/random.hpp"

#include "support/matrix_near.hpp"

#include <Eigen/QR>
#include <gtest/gtest.h>

namespace elto {
namespace {

std::optional<Residuals> rosenbrock(const Vector& p) {
  return Residuals{.values = Vector({{10.0 * (p[1] - p[0] * p[0]), 1.0 - p[0]}}),
                   .jacobian = Matrix({{-20.0 * p[0], 10.0}, {-1.0, 0.0}})};
}

TEST(LevenbergMarquardt, FollowsTheValleyOfRosenbrock) {
  const auto fit = levenberg_marquardt(rosenbrock, Vector({{-1.2, 1.0}}), 200);
  ASSERT_TRUE(fit);
  EXPECT_TRUE(fit->converged);
  EXPECT_LT(fit->iterations, 60);
  EXPECT_MATRIX_NEAR(fit->point, Vector::Ones(2), 1e-8);
}

TEST(LevenbergMarquardt, SolvesLinearProblemsInAnyUnits) {
  Rng rng(2);
  const Matrix X = rng.normal(30, 3) * Vector({{1.0, 1e6, 1e-5}}).asDiagonal();
  const Vector y = rng.normal(30, 1);
  const auto fit = levenberg_marquardt(
      [&](const Vector& p) { return std::optional(Residuals{.values = X * p - y, .jacobian = X}); },
      Vector::Zero(3), 100);
  ASSERT_TRUE(fit);
  EXPECT_TRUE(fit->converged);
  EXPECT_EQ(fit->rejected, 0);
  const Vector expected = X.colPivHouseholderQr().solve(y);
  EXPECT_MATRIX_NEAR(fit->point.cwiseQuotient(expected), Vector::Ones(3), 1e-7);
}

// Whatever r is beyond a wall, nothing, infinite or NaN, the way goes round it.
TEST(LevenbergMarquardt, RejectsStepsToWhereThereIsNothing) {
  for (const double beyond : {0.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
    const auto walled = [&](const Vector& p) -> std::optional<Residuals> {
      if (p[1] > -1.0) return rosenbrock(p);
      if (beyond == 0.0) return std::nullopt;
      return Residuals{.values = Vector::Constant(2, beyond), .jacobian = Matrix::Ones(2, 2)};
    };
    // Without damping the first step goes to (1, -3.84).
    const auto fit = levenberg_marquardt(walled, Vector({{-1.2, 1.0}}), 200);
    ASSERT_TRUE(fit);
    EXPECT_GT(fit->rejected, 0);
    EXPECT_MATRIX_NEAR(fit->point, Vector::Ones(2), 1e-8);
    EXPECT_FALSE(levenberg_marquardt(walled, Vector({{0.0, -2.0}}), 10));
  }
}

TEST(LevenbergMarquardt, EndsWithoutConvergingWhenItsStepsAreSpent) {
  const auto fit = levenberg_marquardt(rosenbrock, Vector({{-1.2, 1.0}}), 3);
  ASSERT_TRUE(fit);
  EXPECT_FALSE(fit->converged);
  EXPECT_EQ(fit->iterations, 3);
}

}  // namespace
}  // namespace elto
