// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/one_sided_run.hpp"

#include <limits>

#include "elto/core/random.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(OneSidedRun, ShowsLossBehindTheFifthOfInnovationsThatStayOnOneSide) {
  for (const double side : {-1.0, 1.0}) {
    OneSidedRun run;
    for (int i = 0; i < 4; ++i) EXPECT_FALSE(run.take_in(3.0 * side));
    EXPECT_TRUE(run.take_in(3.0 * side));
    EXPECT_EQ(run, OneSidedRun{});
  }
}

TEST(OneSidedRun, NeedsTheLongerTheSmallerTheyAre) {
  OneSidedRun run;
  int rows = 1;
  while (!run.take_in(1.0)) ++rows;
  EXPECT_EQ(rows, 21);  // n > 4.5 sqrt(n)
}

TEST(OneSidedRun, BeginsAnewOnTheOtherSide) {
  OneSidedRun run;
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(run.take_in(i % 4 == 3 ? -0.1 : 5.0));
}

TEST(OneSidedRun, IsNotDelayedByALongRest) {
  OneSidedRun run;
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(run.take_in(i % 2 == 0 ? 0.0 : 1e-3));
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(run.take_in(std::numeric_limits<double>::quiet_NaN()));
  int rows = 1;
  while (!run.take_in(3.0)) ++rows;
  EXPECT_EQ(rows, 5);
}

TEST(OneSidedRun, DoesNotMindTwoOutliers) {
  OneSidedRun run;
  for (const double innovation : {1e6, 0.5, 0.5, 1e6, 0.5, 0.5})
    EXPECT_FALSE(run.take_in(innovation));
}

TEST(OneSidedRun, HardlyEverSeesLossInWhiteNoise) {
  Rng rng(7);
  OneSidedRun run;
  int alarms = 0;
  for (int i = 0; i < 1'000'000; ++i) alarms += run.take_in(rng.normal()) ? 1 : 0;
  EXPECT_LE(alarms, 20);
}

}  // namespace
}  // namespace elto
