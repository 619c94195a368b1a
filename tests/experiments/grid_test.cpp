// SPDX-License-Identifier: Apache-2.0
#include "experiments/grid.hpp"

#include "experiments/sample_results.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

TEST(Grid, KeepsTheFormOfThePaper) {
  const Grid grid = grid_of(testing::shift_table(), testing::sample_results().trials);
  EXPECT_EQ(grid.columns, (std::vector<std::string>{"Observations", "ELTO-KF", "ELTO-AKF",
                                                    "ELTO-AKF by prediction \u2020"}));
  ASSERT_EQ(grid.rows.size(), 2U);
  EXPECT_EQ(grid.rows[1].name, "Default to Very High");
}

TEST(Grid, PutsManyContendersInRows) {
  Table table = testing::shift_table();
  for (const char* name : {"A", "B", "C"}) table.columns.push_back(testing::column(name, ""));
  table.rows[1].alternative = true;
  const Grid grid = grid_of(table, testing::sample_results().trials);
  EXPECT_EQ(grid.columns,
            (std::vector<std::string>{"Default to High", "Default to Very High \u2020"}));
  ASSERT_EQ(grid.rows.size(), 7U);
  EXPECT_EQ(grid.rows[2].name, "ELTO-AKF");
  ASSERT_EQ(grid.rows[2].cells.size(), 2U);
  EXPECT_DOUBLE_EQ(grid.rows[2].cells[0].median, 1.0);
  EXPECT_DOUBLE_EQ(grid.rows[2].cells[1].median, 5.0);
}

}  // namespace
}  // namespace elto::experiments
