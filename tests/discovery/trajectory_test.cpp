// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/trajectory.hpp"

#include <cmath>

#include "elto/systems/lotka_volterra.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

/// Places in 1, x, y, x^2, x y, y^2.
Ode planar(std::vector<Index> first, Vector a, std::vector<Index> second, Vector b) {
  return {.channels = {"x", "y"},
          .terms = monomials(2, 0, 2),
          .equations = {{.terms = std::move(first), .coefficients = std::move(a)},
                        {.terms = std::move(second), .coefficients = std::move(b)}}};
}

Ode predator_prey() {
  return planar({1, 4}, Vector({{-0.84, 0.026}}), {2, 4}, Vector({{0.55, -0.028}}));
}

// By another integrator with an error of 1e-10 per step. The error of Runge and Kutta falls with
// the fourth power of the step.
TEST(Trajectory, IsThatOfLotkaAndVolterra) {
  Rng rng(1);
  const Matrix truth = lotka_volterra({.noise = 0.0}, rng).truth;
  const auto error = [&](Index substeps) {
    const Trajectory made =
        trajectory(predator_prey(), Vector({{4.0, 30.0}}),
                   {.rows = 200, .time_step = 20.0 / 199.0, .substeps = substeps});
    EXPECT_TRUE(made.status.ok());
    return (made.values - truth).cwiseAbs().maxCoeff();
  };
  const double coarse = error(1), fine = error(4);
  EXPECT_LT(coarse, 1e-3);
  EXPECT_LT(fine, coarse / 200.0);
}

// x' = a x: one step multiplies by 1 + z + z^2/2 + z^3/6 + z^4/24, z = a h.
TEST(Trajectory, OfALinearEquationIsAPower) {
  const Ode ode{.channels = {"x"},
                .terms = {{0}},
                .equations = {{.terms = {0}, .coefficients = Vector({{-0.7}})}}};
  const Trajectory made = trajectory(ode, Vector({{2.0}}), {.rows = 6, .time_step = 0.5});
  const double z = -0.35, growth = 1 + z * (1 + z / 2 * (1 + z / 3 * (1 + z / 4)));
  const double slope = 0.5 * (1 + z * (1 + z / 2 * (1 + z / 3)));
  for (Index t = 0; t < 6; ++t) {
    const double n = static_cast<double>(t);
    EXPECT_NEAR(made.values(t, 0), 2.0 * std::pow(growth, n), 1e-14);
    EXPECT_NEAR(made.sensitivities(t, 0), 2.0 * n * std::pow(growth, n - 1) * slope, 1e-13);
    EXPECT_NEAR(made.sensitivities(t, 1), std::pow(growth, n), 1e-14);
  }
}

// With all terms, a constant and squares too.
TEST(Trajectory, SensitivitiesAreDerivatives) {
  Ode ode = planar({0, 1, 2, 3, 4, 5}, Vector({{0.1, -0.3, 0.8, -0.05, 0.02, 0.03}}), {0, 1, 2, 4},
                   Vector({{-0.2, -0.9, -0.1, 0.04}}));
  const TrajectoryOptions options{.rows = 30, .time_step = 0.2, .substeps = 2};
  const Vector xi = coefficients_of(ode), start{{0.5, -1.2}};
  const Trajectory made = trajectory(ode, start, options);
  ASSERT_TRUE(made.status.ok());
  ASSERT_EQ(made.sensitivities.cols(), 12);
  constexpr double kStep = 1e-5;
  for (Index j = 0; j < 12; ++j) {
    const auto moved = [&](double by) {
      Vector coefficients = xi, from = start;
      (j < 10 ? coefficients[j] : from[j - 10]) += by;
      set_coefficients(ode, coefficients);
      return Matrix(trajectory(ode, from, options).values.transpose());
    };
    const Matrix slope = (moved(kStep) - moved(-kStep)) / (2.0 * kStep);
    EXPECT_MATRIX_NEAR(made.sensitivities.col(j), slope.reshaped(), 1e-8);
  }
}

// x' = x^2 from 1 is 1 / (1 - t).
TEST(Trajectory, SaysWhenItOverflows) {
  const Ode ode{.channels = {"x"},
                .terms = {{0, 0}},
                .equations = {{.terms = {0}, .coefficients = Vector({{1.0}})}}};
  const Trajectory made = trajectory(ode, Vector({{1.0}}), {.rows = 50, .time_step = 0.1});
  EXPECT_EQ(made.status.code, StatusCode::not_finite);
  const Index row = made.status.step;
  EXPECT_GT(row, 10);
  EXPECT_LT(row, 20);
  EXPECT_TRUE(made.values.topRows(row).allFinite());
  EXPECT_TRUE(made.values.bottomRows(50 - row).array().isNaN().all());
}

TEST(Trajectory, SaysWhatIsWrong) {
  const Vector start{{4.0, 30.0}};
  EXPECT_REFUSED(trajectory(predator_prey(), start, {.rows = 0}), "rows: must be at least 1");
  EXPECT_REFUSED(trajectory(predator_prey(), start, {.time_step = -1.0}),
                 "time_step: must be positive, finite, got -1");
  EXPECT_REFUSED(trajectory(predator_prey(), start, {.substeps = 0}),
                 "substeps: must be at least 1");
  EXPECT_REFUSED(trajectory(predator_prey(), start.head(1), {}),
                 "start: must be a value for each equation, 2, got 1");
}

}  // namespace
}  // namespace elto
