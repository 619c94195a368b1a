// SPDX-License-Identifier: Apache-2.0
#include "experiments/log_axis.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

using Ticks = std::vector<double>;

TEST(LogAxis, EndsAtRoundNumbersAroundTheValues) {
  const LogAxis axis = log_axis_over({0.3, 4.0, 1.0});
  EXPECT_EQ(axis.ticks, (Ticks{0.2, 0.5, 1.0, 2.0, 5.0}));
  EXPECT_EQ(axis.low, 0.2);
  EXPECT_EQ(axis.high, 5.0);
}

TEST(LogAxis, SharesAreLogarithmic) {
  const LogAxis axis{.low = 0.1, .high = 10.0};
  EXPECT_NEAR(axis.share(0.1), 0.0, 1e-15);
  EXPECT_NEAR(axis.share(1.0), 0.5, 1e-15);
  EXPECT_NEAR(axis.share(10.0), 1.0, 1e-15);
  EXPECT_EQ(axis.share(1e9), 1.0);
  EXPECT_EQ(axis.share(std::numeric_limits<double>::infinity()), 1.0);
  EXPECT_EQ(axis.share(1e-9), 0.0);
}

TEST(LogAxis, OverManyDecadesHasPowersOfTenOnly) {
  EXPECT_EQ(log_axis_over({0.003, 30.0}).ticks, (Ticks{0.01, 0.1, 1.0, 10.0}));
}

TEST(LogAxis, OneValueHasRoomAroundIt) {
  const LogAxis axis = log_axis_over({1.0});
  EXPECT_LT(axis.low, 1.0);
  EXPECT_GT(axis.high, 1.0);
}

TEST(LogAxis, WhatHasNoPlaceIsIgnored) {
  const Ticks ticks = log_axis_over({0.3, 4.0}).ticks;
  EXPECT_EQ(log_axis_over({0.3, 4.0, 0.0, -1.0, std::numeric_limits<double>::infinity(),
                           std::numeric_limits<double>::quiet_NaN()})
                .ticks,
            ticks);
  EXPECT_FALSE(log_axis_over({}).ticks.empty());
}

}  // namespace
}  // namespace elto::experiments
