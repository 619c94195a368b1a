// SPDX-License-Identifier: Apache-2.0
#include "experiments/engine_cases.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

TEST(EngineCases, ShapesHaveTheirRowsAndDeviation) {
  for (const Shape kind : kShapes) {
    Rng rng(3), same(3);
    const Vector s = shape(kind, rng);
    EXPECT_EQ(s.size(), 500) << name_of(kind);
    EXPECT_NEAR(s.mean(), 0.0, 1e-12) << name_of(kind);
    EXPECT_NEAR(s.squaredNorm() / 500.0, 1.0, 1e-12) << name_of(kind);
    EXPECT_EQ(s, shape(kind, same)) << name_of(kind);
  }
}

TEST(EngineCases, NoiseAndOutliersAreAsAsked) {
  Rng rng(4);
  const Simulation simulation = seen(Vector::Zero(20000), 0.1, 0.03, rng);
  const Matrix& rows = simulation.observed.values;
  const auto wild = (rows.array().abs() > 1.0).count();
  EXPECT_NEAR(static_cast<double>(wild) / 20000.0, 0.03, 0.004);
  const double inner = (rows.array().abs() > 1.0).select(0.0, rows.array()).square().mean();
  EXPECT_NEAR(std::sqrt(inner), 0.1, 0.003);
}

TEST(EngineCases, AStuckSensorRepeatsAValue) {
  Rng rng(5);
  const Simulation simulation =
      with_stuck_sensor(seen(shape(Shape::sines, rng), 0.1, 0.0, rng), rng);
  Index repeated = 0;
  for (Index t = 1; t < 500; ++t)
    repeated += simulation.observed.values(t, 0) == simulation.observed.values(t - 1, 0);
  EXPECT_EQ(repeated, 40);
}

TEST(EngineCases, ATrackHasGapsOfMinutesAndTimesThatJitter) {
  Rng rng(6);
  const Simulation simulation = track(rng);
  const Vector& times = simulation.observed.time.values;
  const auto missing = simulation.observed.values.col(0).array().isNaN().eval();
  EXPECT_EQ(times.size() - missing.count(), 1600);
  double longest = 0.0, last = times[0];
  for (Index t = 1; t < times.size(); ++t) {
    EXPECT_GT(times[t], times[t - 1]);
    if (missing[t]) continue;
    longest = std::max(longest, times[t] - last);
    last = times[t];
  }
  EXPECT_GT(longest, 60.0);
  EXPECT_LT(longest, 245.0);
  const double speed =
      (simulation.truth.row(1) - simulation.truth.row(0)).norm() / (times[1] - times[0]);
  EXPECT_NEAR(speed, 4.0, 0.1);
}

TEST(EngineCases, AShortSeriesRisesAndDecays) {
  Rng rng(7);
  const Simulation simulation = short_series(rng);
  EXPECT_EQ(simulation.truth.rows(), 60);
  EXPECT_NEAR(simulation.truth.maxCoeff(), 1.0, 1e-12);
  EXPECT_GE(simulation.truth.minCoeff(), 0.0);
}

}  // namespace
}  // namespace elto::experiments
