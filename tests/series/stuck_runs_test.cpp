// SPDX-License-Identifier: Apache-2.0
#include "elto/series/stuck_runs.hpp"

#include <cmath>
#include <numbers>

#include "elto/core/random.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Vector noise(Index rows) {
  Rng rng(3);
  return rng.normal(rows, 1).col(0);
}

TEST(StuckRuns, AreFound) {
  Vector values = noise(400);
  values.segment(100, 30).setConstant(values[100]);
  values.segment(300, 12).setConstant(0.25);
  EXPECT_EQ(stuck_runs(values), (std::vector<StuckRun>{{100, 129}, {300, 311}}));
}

TEST(StuckRuns, GoOverMissingEntries) {
  Vector values = noise(200);
  values.segment(50, 20).setConstant(1.5);
  values[55] = values[60] = std::nan("");
  EXPECT_EQ(stuck_runs(values), (std::vector<StuckRun>{{50, 69}}));
}

TEST(StuckRuns, AreFourTimesAsLongAsAllOthers) {
  Vector values = noise(400);
  values.segment(100, 8).setConstant(values[100]);
  EXPECT_EQ(stuck_runs(values), (std::vector<StuckRun>{{100, 107}}));
  for (const Index t : {20, 50, 200, 300}) values[t] = values[t + 1];
  EXPECT_EQ(stuck_runs(values), (std::vector<StuckRun>{{100, 107}}));
  values[22] = values[21];
  EXPECT_TRUE(stuck_runs(values).empty());
}

TEST(StuckRuns, AreNotWhatAChannelIsLike) {
  EXPECT_TRUE(stuck_runs(noise(300)).empty());
  EXPECT_TRUE(stuck_runs(Vector::Constant(300, 2.0)).empty());
  EXPECT_TRUE(stuck_runs(Vector()).empty());
  // Coarsely rounded, and at rest every night.
  const Vector rounded = (10.0 * noise(300)).array().round() / 10.0;
  EXPECT_TRUE(stuck_runs(rounded).empty());
  Vector sun(480);
  for (Index t = 0; t < 480; ++t)
    sun[t] = std::max(0.0, std::sin(2.0 * std::numbers::pi * static_cast<double>(t) / 48.0)) +
             (t % 48 < 24 ? 0.01 * static_cast<double>(t % 7) : 0.0);
  EXPECT_TRUE(stuck_runs(sun).empty());
  // A short repetition may be chance.
  Vector short_run = noise(300);
  short_run.segment(10, 5).setConstant(0.0);
  EXPECT_TRUE(stuck_runs(short_run).empty());
}

}  // namespace
}  // namespace elto
