// SPDX-License-Identifier: Apache-2.0
#include "experiments/zoo_table.hpp"

#include <cmath>
#include <limits>
#include <set>

#include "experiments/expected.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

TEST(ZooFigures, AreOfAllSystemsTogether) {
  const Held all{.inside = 9, .entries = 10}, half{.inside = 5, .entries = 10};
  const ZooTrial good{.raw = 10.0,
                      .smoothed = 1.0,
                      .structural = 2.0,
                      .known = 0.5,
                      .claimed = 1.0,
                      .smoother = all,
                      .filter = all,
                      .near = all,
                      .far = all};
  ZooTrial bad{.raw = 10.0,
               .smoothed = 9.0,
               .structural = 6.0,
               .known = 0.0,
               .claimed = 1.0,
               .smoother = half,
               .filter = all,
               .near = all,
               .far = {}};
  bad.known = std::numeric_limits<double>::quiet_NaN();
  const ZooFigures figures = zoo_figures({good, bad});
  EXPECT_DOUBLE_EQ(figures.median, 0.5);
  EXPECT_DOUBLE_EQ(figures.ninth, 0.82);
  EXPECT_DOUBLE_EQ(figures.worst, 0.9);
  EXPECT_DOUBLE_EQ(figures.over_structural, 1.5);
  EXPECT_DOUBLE_EQ(figures.over_known, 2.0);
  EXPECT_DOUBLE_EQ(figures.smoother.pooled, 0.7);
  EXPECT_DOUBLE_EQ(figures.smoother.fair, 0.5);
  EXPECT_DOUBLE_EQ(figures.far.fair, 1.0);
  EXPECT_DOUBLE_EQ(figures.believable, 0.5);
  EXPECT_DOUBLE_EQ(figures.least_claimed, 1.0 / 3.0);
}

TEST(ZooTable, HasTargetsForEachRowAndTwoHalves) {
  const Table table = zoo_table(), tuning = zoo_tuning_table();
  for (const Table* one : {&table, &tuning})
    for (const TableRow& row : one->rows)
      EXPECT_TRUE(expected(one->name, row.paper, "worst")) << row.name;
  EXPECT_EQ(table.rows.front().name, "polynomial, noise 0.1");
  EXPECT_EQ(table.columns.size(), tuning.columns.size());
}

}  // namespace
}  // namespace elto::experiments
