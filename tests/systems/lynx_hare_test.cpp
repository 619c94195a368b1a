// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/lynx_hare.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(LynxHare, IsTheTable) {
  const Series series = lynx_hare();
  validate(series);
  EXPECT_EQ(series.rows(), 21);
  EXPECT_EQ(series.channels, (std::vector<std::string>{"lynx", "hare"}));
  EXPECT_EQ(series.time.name, "year");
  EXPECT_EQ(series.time.values[0], 1900.0);
  EXPECT_EQ(series.time.values[20], 1920.0);
  EXPECT_EQ(series.time.values[13], 1913.0);
  EXPECT_TRUE(series.time.labels.empty());
  // The peaks, and sums that a misprint would change.
  EXPECT_EQ(series.values(4, 0), 59.4);
  EXPECT_EQ(series.values(3, 1), 77.4);
  EXPECT_NEAR(series.values.col(0).sum(), 423.5, 1e-9);
  EXPECT_NEAR(series.values.col(1).sum(), 715.7, 1e-9);
}

}  // namespace
}  // namespace elto
