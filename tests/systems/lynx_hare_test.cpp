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

// Figures of the published file of 200 rows.
TEST(LynxHare, HasASplineThroughTheYears) {
  const Series fine = fine_lynx_hare();
  validate(fine);
  EXPECT_EQ(fine.rows(), 200);
  EXPECT_NEAR(fine.values(100, 0), 7.31856844, 1e-8);
  EXPECT_NEAR(fine.values(100, 1), 27.48314404, 1e-8);
  EXPECT_NEAR(fine.values(150, 0), 50.07616583, 1e-8);
  EXPECT_NEAR(fine.values(150, 1), 18.08210415, 1e-8);
  EXPECT_EQ(fine.values.row(0), lynx_hare().values.row(0));
  EXPECT_NEAR(fine.time.values[199], 20.0, 1e-12);
}

}  // namespace
}  // namespace elto
