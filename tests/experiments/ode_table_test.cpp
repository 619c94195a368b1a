// SPDX-License-Identifier: Apache-2.0
#include "experiments/ode_table.hpp"

#include <cmath>

#include "elto/systems/lynx_hare.hpp"

#include "experiments/expected.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

TEST(OdeTable, MatchesThePublishedCoefficients) {
  const OdeFigures figures = ode_figures(fine_lynx_hare());
  EXPECT_NEAR(figures.lynx, -0.843146, 1e-6);
  EXPECT_NEAR(figures.lynx_hunting, 0.026606, 1e-6);
  EXPECT_NEAR(figures.hare, 0.547247, 1e-6);
  EXPECT_NEAR(figures.hare_hunted, -0.028127, 1e-6);
  EXPECT_NEAR(figures.mape, 0.9145, 1e-4);
  EXPECT_NEAR(figures.regression_mape, 5.406, 1e-3);
}

TEST(OdeTable, RowsAndColumnsHaveThePapersNames) {
  const Table table = lv_discovery();
  EXPECT_TRUE(table.on_request);
  int known = 0;
  for (const TableRow& row : table.rows)
    for (const TableColumn& column : table.columns)
      known += expected(table.name, row.paper, column.paper) ? 1 : 0;
  EXPECT_EQ(known, 12);
}

TEST(OdeTable, EveryWayToSmoothGivesEquations) {
  const Table table = lv_discovery();
  for (const TableRow& row : table.rows) {
    const Outcome outcome =
        table.columns[4].contender.compete(row.task(1), {.evaluations = 10, .seed = 1});
    EXPECT_TRUE(std::isfinite(outcome.error)) << row.name;
  }
}

}  // namespace
}  // namespace elto::experiments
