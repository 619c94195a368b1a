// SPDX-License-Identifier: Apache-2.0
#include "series/median.hpp"

#include <cmath>

#include "elto/core/random.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(Median, IsTheMiddleOrTheMeanOfTheTwoMiddleOnes) {
  EXPECT_EQ(median({3.0}), 3.0);
  EXPECT_EQ(median({9.0, 1.0, 2.0}), 2.0);
  EXPECT_EQ(median({9.0, 1.0, 2.0, 4.0}), 3.0);
}

TEST(Median, OfAbsoluteNormalNumbersGivesTheirDeviation) {
  Rng rng(1);
  std::vector<double> sizes(100000);
  for (double& size : sizes) size = 3.0 * std::abs(rng.normal());
  EXPECT_NEAR(kMedianToDeviation * median(sizes), 3.0, 0.03);
}

}  // namespace
}  // namespace elto
