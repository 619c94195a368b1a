// SPDX-License-Identifier: Apache-2.0
#include "experiments/zoo_trial.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

TEST(ZooTrial, JudgesASystemBesideWhoKnowsItAndWhoDoesNot) {
  Rng rng(1);
  const ZooTrial trial = zoo_trial(*find_in_zoo("van-der-pol"), 0.1, rng);
  EXPECT_NEAR(trial.raw, 0.01, 0.001);
  EXPECT_FALSE(trial.families.empty());
  EXPECT_LT(trial.known, trial.smoothed);
  EXPECT_LT(trial.smoothed, 0.5 * trial.structural);
  EXPECT_LT(trial.structural, trial.raw);
  EXPECT_EQ(trial.smoother.entries, 2000);
  EXPECT_EQ(trial.filter.entries, 1000);
  EXPECT_EQ(trial.near.entries, trial.far.entries);
  EXPECT_GT(trial.filter.share(), 0.5);
}

}  // namespace
}  // namespace elto::experiments
