// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/trajectory_matching.hpp"

#include <cmath>

#include "elto/discovery/trajectory.hpp"
#include "elto/filter/state_smoother.hpp"
#include "elto/systems/lotka_volterra.hpp"
#include "elto/tuning/fit_state_model.hpp"

#include "support/error_message.hpp"
#include "support/fine_lynx_hare.hpp"
#include "support/matrix_near.hpp"

#include <Eigen/QR>
#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::fine_lynx_hare;

const Vector kLiterature{{-0.84, 0.026, 0.55, -0.028}};

double percent_error(const Ode& ode) {
  return 100.0 * ((coefficients_of(ode) - kLiterature).array() / kLiterature.array()).abs().mean();
}

/// The terms of Lotka and Volterra among 1, x, y, x^2, x y, y^2.
Ode predator_prey(const Vector& coefficients) {
  return {.channels = {"x", "y"},
          .terms = monomials(2, 0, 2),
          .equations = {{.terms = {1, 4}, .coefficients = coefficients.head(2)},
                        {.terms = {2, 4}, .coefficients = coefficients.tail(2)}}};
}

Series noisy_predator_prey(double noise, std::uint32_t seed) {
  Rng rng(seed);
  return lotka_volterra({.noise = noise}, rng).observed;
}

/// One step of Gauss and Newton from the equations given.
Trajectory after_one_step(Ode ode, const Series& series) {
  const TrajectoryOptions grid{.rows = series.rows(),
                               .time_step = series.time.values[1] - series.time.values[0]};
  const Vector start = series.values.row(0).transpose();
  const Trajectory made = trajectory(ode, start, grid);
  const Matrix differences = (series.values - made.values).transpose();
  const Matrix J = made.sensitivities.leftCols(ode.coefficient_count());
  set_coefficients(
      ode, coefficients_of(ode) + J.colPivHouseholderQr().solve(Vector(differences.reshaped())));
  return trajectory(ode, start, grid);
}

// Computed independently with other integrators and another least squares.
TEST(TrajectoryMatching, FindsTheLawOfLynxAndHare) {
  const Series series = fine_lynx_hare();
  const TrajectoryMatch match = match_trajectory(discover_ode(series), series);
  EXPECT_TRUE(match.status.ok());
  EXPECT_TRUE(match.converged);
  EXPECT_LT(match.iterations, 50);
  EXPECT_MATRIX_NEAR(coefficients_of(match.ode),
                     Vector({{-0.843146, 0.026606, 0.547247, -0.028127}}), 1e-6);
  EXPECT_NEAR(percent_error(match.ode), 0.9145, 1e-3);
  EXPECT_NEAR(match.residual / 400.0, 18.085, 1e-3);
  EXPECT_MATRIX_NEAR(match.start, Vector({{4.0, 30.0}}), 0.0);
  EXPECT_MATRIX_NEAR(match.start_errors, Vector::Zero(2), 0.0);
  EXPECT_MATRIX_NEAR(match.trajectory.row(0), RowVector({{4.0, 30.0}}), 0.0);
}

// Computed independently: with a free start 10.5 % instead of 0.9 %.
TEST(TrajectoryMatching, AFreeStartFitsBetter) {
  const Series series = fine_lynx_hare();
  const Ode ode = discover_ode(series);
  const TrajectoryMatch fixed = match_trajectory(ode, series);
  const TrajectoryMatch free = match_trajectory(ode, series, {.free_start = true});
  EXPECT_TRUE(free.converged);
  EXPECT_LT(free.residual, fixed.residual);
  EXPECT_NEAR(percent_error(free.ode), 10.5, 0.1);
  EXPECT_GT(free.start_errors.minCoeff(), 0.0);
}

TEST(TrajectoryMatching, EndsAtAMinimum) {
  const Series series = fine_lynx_hare();
  const TrajectoryMatch match = match_trajectory(discover_ode(series), series);
  const Vector best = coefficients_of(match.ode);
  for (Index j = 0; j < 4; ++j)
    for (const double factor : {0.999, 1.001}) {
      Vector coefficients = best;
      coefficients[j] *= factor;
      const Trajectory moved = trajectory(predator_prey(coefficients), match.start,
                                          {.rows = 200, .time_step = 20.0 / 199.0});
      EXPECT_GT((moved.values - series.values).squaredNorm(), match.residual);
    }
}

// Known without noise, the start need not be the first row.
TEST(TrajectoryMatching, TakesAGivenStart) {
  Series series = noisy_predator_prey(0.0, 1);
  series.values.row(0).setConstant(17.0);
  const Vector start{{4.0, 30.0}};
  const Ode ode = predator_prey(Vector({{-0.8, 0.025, 0.5, -0.03}}));
  const TrajectoryMatch match = match_trajectory(ode, series, {.start = start});
  EXPECT_TRUE(match.converged);
  EXPECT_MATRIX_NEAR(coefficients_of(match.ode), kLiterature, 1e-5);
  EXPECT_MATRIX_NEAR(match.start, start, 0.0);
}

// Over many samples estimates scatter by their standard errors.
TEST(TrajectoryMatching, StandardErrorsAreTheScatter) {
  Vector squares = Vector::Zero(6), variances = Vector::Zero(6);
  Vector truth(6);
  truth << kLiterature, 4.0, 30.0;
  constexpr std::uint32_t kSamples = 100;
  // Equal errors in both channels, as the standard errors suppose. With twice as much noise one of
  // the samples begins at 0.7 instead of 4 and ends in another minimum.
  for (std::uint32_t seed = 1; seed <= kSamples; ++seed) {
    Rng rng(seed);
    Series series = noisy_predator_prey(0.0, 1);
    series.values += 0.5 * rng.normal(200, 2);
    const TrajectoryMatch match =
        match_trajectory(predator_prey(kLiterature), series, {.free_start = true});
    EXPECT_TRUE(match.converged);
    Vector found(6), errors(6);
    found << coefficients_of(match.ode), match.start;
    errors << match.ode.equations[0].standard_errors, match.ode.equations[1].standard_errors,
        match.start_errors;
    squares += (found - truth).cwiseAbs2();
    variances += errors.cwiseAbs2();
  }
  // A ratio of 100 squares scatters by 0.07.
  EXPECT_MATRIX_NEAR(squares.cwiseQuotient(variances).cwiseSqrt(), Vector::Ones(6), 0.25);
}

// The way from noisy rows to equations: terms by differences, coefficients by trajectories.
TEST(TrajectoryMatching, BetterThanDifferencesUnderNoise) {
  double by_differences = 0.0, by_trajectories = 0.0;
  for (std::uint32_t seed = 1; seed <= 10; ++seed) {
    const Series series = noisy_predator_prey(0.1, seed);
    const Ode ode = discover_ode(series);
    ASSERT_EQ(ode.coefficient_count(), 4) << to_text(ode);
    const TrajectoryMatch match = match_trajectory(ode, series, {.free_start = true});
    EXPECT_TRUE(match.converged);
    by_differences += percent_error(ode) / 10.0;
    by_trajectories += percent_error(match.ode) / 10.0;
  }
  EXPECT_LT(by_trajectories, 1.0);
  EXPECT_LT(2.0 * by_trajectories, by_differences);
}

// There is hardly any noise in a spline: the smoother leaves it as it is.
TEST(TrajectoryMatching, SmoothingBeforeDoesNotHurtWithoutNoise) {
  const Series series = fine_lynx_hare();
  Series smoothed = series;
  smoothed.values = smooth(fit_state_model({series}, {.threads = 1}).model, series).mean;
  const TrajectoryMatch match = match_trajectory(discover_ode(smoothed), smoothed);
  ASSERT_EQ(match.ode.coefficient_count(), 4) << to_text(match.ode);
  EXPECT_LT(percent_error(match.ode), 1.5);
}

// x' = -a x + b x^2 overflows from 2 as soon as b is more than a / 2.
TEST(TrajectoryMatching, RejectsStepsThatOverflow) {
  const Ode ode{.channels = {"x"},
                .terms = {{0}, {0, 0}},
                .equations = {{.terms = {0, 1}, .coefficients = Vector({{-3.0, 0.2}})}}};
  Matrix rows(80, 1);
  // x = 1 / (b/a + (1/x_0 - b/a) e^(a t)), a = 1, b = 0.49
  for (Index t = 0; t < 80; ++t)
    rows(t, 0) = 1.0 / (0.49 + 0.01 * std::exp(0.1 * static_cast<double>(t)));
  Series series(rows);
  series.time = regular_times(80, 0.1);
  ASSERT_EQ(after_one_step(ode, series).status.code, StatusCode::not_finite);
  const TrajectoryMatch match = match_trajectory(ode, series);
  EXPECT_TRUE(match.converged);
  EXPECT_GT(match.rejected, 0);
  EXPECT_MATRIX_NEAR(coefficients_of(match.ode), Vector({{-1.0, 0.49}}), 1e-4);
}

TEST(TrajectoryMatching, SaysThatTheGivenEquationsOverflow) {
  Ode ode = predator_prey(kLiterature);
  set_coefficients(ode, Vector({{50.0, 2.0, 50.0, 2.0}}));
  const TrajectoryMatch match = match_trajectory(ode, fine_lynx_hare());
  EXPECT_EQ(match.status.code, StatusCode::not_finite);
  EXPECT_GT(match.status.step, 0);
  EXPECT_FALSE(match.converged);
  EXPECT_MATRIX_NEAR(coefficients_of(match.ode), coefficients_of(ode), 0.0);
}

TEST(TrajectoryMatching, SaysWhatIsWrong) {
  const Ode ode = predator_prey(kLiterature);
  Series series = fine_lynx_hare();
  EXPECT_REFUSED(match_trajectory(ode, Series(series.values.topRows(3))),
                 "rows: must be more than 3 for 4 unknowns, got 3");
  EXPECT_REFUSED(match_trajectory(ode, Series(series.values.topRows(3)), {.free_start = true}),
                 "rows: must be more than 3 for 6 unknowns, got 3");
  EXPECT_REFUSED(match_trajectory(ode, Series(series.values.col(0))),
                 "series: must be with a channel for each equation, 2, got 1");
  EXPECT_REFUSED(match_trajectory(ode, series, {.substeps = 0}), "substeps: must be at least 1");
  EXPECT_REFUSED(match_trajectory(ode, series, {.iterations = 0}),
                 "iterations: must be at least 1");
  EXPECT_REFUSED(match_trajectory(ode, series, {.start = Vector::Ones(1)}),
                 "start: must be a finite value for each channel, 2, got 1");
  EXPECT_REFUSED(match_trajectory({.channels = {"x", "y"}, .equations = {{}, {}}}, series),
                 "ode: must be with terms");
  series.values.row(5).setConstant(std::nan(""));
  EXPECT_REFUSED(match_trajectory(ode, series), "series: must be without missing entries");
}

}  // namespace
}  // namespace elto
