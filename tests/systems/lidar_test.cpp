// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/lidar.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Simulation simulate_lidar_run(const LidarOptions& options = {}, std::uint32_t seed = 1) {
  Rng rng(seed);
  return lidar_track(options, rng);
}

TEST(Lidar, LengthIsWithinTheRanges) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const Simulation simulation = simulate_lidar_run({}, seed);
    EXPECT_GE(simulation.truth.rows(), 25 * 20);
    EXPECT_LE(simulation.truth.rows(), 29 * 24);
    EXPECT_EQ(simulation.observed.rows(), simulation.truth.rows());
    EXPECT_EQ(simulation.observed.channels, (std::vector<std::string>{"x", "y"}));
  }
}

TEST(Lidar, StartsInTheSquareWithAModestSpeed) {
  double smallest = 100.0, largest = 0.0;
  for (std::uint32_t seed = 0; seed < 500; ++seed) {
    const Matrix truth = simulate_lidar_run({}, seed).truth;
    EXPECT_LE(truth.row(0).cwiseAbs().maxCoeff(), 50.0);
    const double speed = (truth.row(1) - truth.row(0)).norm();
    smallest = std::min(smallest, speed);
    largest = std::max(largest, speed);
  }
  EXPECT_GT(smallest, 0.0);
  EXPECT_LT(largest, 6.0);
  EXPECT_LT(smallest, 1.2);
  EXPECT_GT(largest, 4.8);
}

// Second differences are accelerations: the mean of those of two steps, each of constant size
// within an interval. Five deviations are the bound.
TEST(Lidar, IsContinuousWithBoundedAcceleration) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    const Matrix truth = simulate_lidar_run({}, seed).truth;
    const Index T = truth.rows();
    const Matrix v = truth.bottomRows(T - 1) - truth.topRows(T - 1);
    EXPECT_LT((v.bottomRows(T - 2) - v.topRows(T - 2)).rowwise().norm().maxCoeff(),
              5.0 * std::hypot(0.1, 0.5));
  }
}

// One interval: x' - x - v = a / 2 and v' - v = a with |a| constant, hence also second differences
// of constant size for a pure turn; here the spread of |a| over many tracks gives the deviations.
TEST(Lidar, AccelerationsHaveTheirDeviations) {
  double radial = 0.0, tangential = 0.0;
  constexpr int kTracks = 2000;
  for (std::uint32_t seed = 0; seed < kTracks; ++seed) {
    const Matrix truth =
        simulate_lidar_run({.intervals = {1, 2}, .interval_rows = {3, 4}}, seed).truth;
    const RowVector first = truth.row(1) - truth.row(0), second = truth.row(2) - truth.row(1);
    const RowVector a = second - first, along = first / first.norm();
    radial += std::pow(a.dot(along), 2);
    tangential += std::pow(along[0] * a[1] - along[1] * a[0], 2);
  }
  // a turns by a_t / |v| per step, which carries some of a_t into the direction of the first step.
  EXPECT_NEAR(std::sqrt(tangential / kTracks), 0.5, 0.03);
  EXPECT_LT(std::sqrt(radial / kTracks), 0.3);
  EXPECT_GT(std::sqrt(radial / kTracks), 0.09);
}

TEST(Lidar, NoiseIsThatOfRangeAndBearing) {
  std::vector<double> in_range, in_bearing;
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const Simulation simulation =
        simulate_lidar_run({.range_noise = 0.5, .bearing_noise = 2.0}, seed);
    for (Index t = 0; t < simulation.truth.rows(); ++t) {
      const RowVector x = simulation.truth.row(t), y = simulation.observed.values.row(t);
      if (x.norm() < 5.0) continue;  // a range that turns negative turns the bearing round
      in_range.push_back(y.norm() - x.norm());
      in_bearing.push_back(std::atan2(x[0] * y[1] - x[1] * y[0], x.dot(y)) * 180.0 /
                           std::numbers::pi);
    }
  }
  const auto deviation = [](const std::vector<double>& v) {
    return std::sqrt(
        Eigen::Map<const Vector>(v.data(), static_cast<Index>(v.size())).array().square().mean());
  };
  EXPECT_NEAR(deviation(in_range), 0.5, 0.02);  // 10000 values: 0.7 %
  EXPECT_NEAR(deviation(in_bearing), 2.0, 0.08);
}

TEST(Lidar, WithoutNoiseObservesTheTruth) {
  const Simulation exact = simulate_lidar_run({.range_noise = 0.0, .bearing_noise = 0.0});
  EXPECT_MATRIX_NEAR(exact.observed.values, exact.truth, 1e-9);
}

TEST(Lidar, IsTheSameForTheSameSeed) {
  const Simulation simulation = simulate_lidar_run();
  EXPECT_EQ(simulation.truth.rows(), 553);
  EXPECT_MATRIX_NEAR(simulation.truth.row(0), (RowVector{{-8.297799529743, 22.032449344216}}),
                     1e-9);
  EXPECT_MATRIX_NEAR(simulation.observed.values.row(0),
                     (RowVector{{-7.697702654667, 20.715091533368}}), 1e-9);
  EXPECT_MATRIX_NEAR(simulation.truth.bottomRows(1),
                     (RowVector{{3094.805407230187, 631.895818221219}}), 1e-6);
}

TEST(Lidar, RefusesBadOptions) {
  EXPECT_REFUSED(simulate_lidar_run({.intervals = {0, 3}}), "intervals: must be at least 1, got 0");
  EXPECT_REFUSED(simulate_lidar_run({.interval_rows = {5, 5}}),
                 "interval_rows: must be a range that ends after 5, got 5");
  EXPECT_REFUSED(simulate_lidar_run({.range_noise = -1.0}), "range_noise: must be at least 0");
  EXPECT_REFUSED(simulate_lidar_run({.bearing_noise = -1.0}), "bearing_noise: must be at least 0");
}

}  // namespace
}  // namespace elto
