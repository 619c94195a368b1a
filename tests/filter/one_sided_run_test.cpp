// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/one_sided_run.hpp"

#include "elto/core/random.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(OneSidedRunTest, ShowsLossBehindTheFifthOfInnovationsThatStayOnOneSide) {
  for (const double side : {-1.0, 1.0}) {
    OneSidedRun run;
    for (int i = 0; i < 4; ++i) EXPECT_FALSE(run.shows_loss(3.0 * side));
    EXPECT_TRUE(run.shows_loss(3.0 * side));
    EXPECT_EQ(run, OneSidedRun{});
  }
}

TEST(OneSidedRunTest, NeedsTheLongerTheSmallerTheyAre) {
  OneSidedRun run;
  int rows = 1;
  while (!run.shows_loss(1.0)) ++rows;
  EXPECT_EQ(rows, 21);  // n > 4.5 sqrt(n)
}

TEST(OneSidedRunTest, BeginsAnewOnTheOtherSide) {
  OneSidedRun run;
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(run.shows_loss(i % 4 == 3 ? -0.1 : 5.0));
}

TEST(OneSidedRunTest, DoesNotMindTwoOutliers) {
  OneSidedRun run;
  for (const double innovation : {1e6, 0.5, 0.5, 1e6, 0.5, 0.5})
    EXPECT_FALSE(run.shows_loss(innovation));
}

TEST(OneSidedRunTest, HardlyEverSeesLossInWhiteNoise) {
  Rng rng(7);
  OneSidedRun run;
  int alarms = 0;
  for (int i = 0; i < 1'000'000; ++i) alarms += run.shows_loss(rng.normal()) ? 1 : 0;
  EXPECT_LE(alarms, 20);
}

}  // namespace
}  // namespace elto
