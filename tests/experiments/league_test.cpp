// SPDX-License-Identifier: Apache-2.0
#include "experiments/league.hpp"

#include "experiments/expected.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

TEST(League, MeasuresTheModelAgainstTrendAndRaw) {
  const LeagueFigures figures =
      league_figures(lorenz96_task({.rows = 600}, 1),
                     {.kinds = {{1, MapInputs::all}}, .evaluations = 20, .rounds = 1});
  EXPECT_LT(figures.filter, 0.8);
  EXPECT_LT(figures.smoother, 1.0);
  EXPECT_LT(figures.filter_over_raw, 0.4);
  EXPECT_LT(figures.smoother_over_raw, figures.filter_over_raw);
  for (const double coverage :
       {figures.filter_coverage, figures.smoother_coverage, figures.forecast_coverage[0]})
    EXPECT_NEAR(coverage, 0.9, 0.1);
}

TEST(League, HasATargetForEveryRowThatNamesOne) {
  const Table table = league();
  EXPECT_EQ(table.rows.size(), 23U);
  for (const TableRow& row : table.rows)
    if (!row.paper.empty()) {
      EXPECT_TRUE(expected("league", row.paper, "filter") ||
                  expected("league", row.paper, "smoother error"))
          << row.paper;
    }
  EXPECT_FALSE(expected("league", "Pendulum, noise 0.1", "smoother"));
}

TEST(League, ColumnsShareAFit) {
  const Table table = league();
  Task task = lorenz96_task({.rows = 200, .dimension = 4}, 1);
  task.name = "short";
  const Effort effort{.evaluations = 2};
  const double filter = table.columns[0].contender.compete(task, effort).error;
  task.test.clear();  // would be missed if anything were computed again
  EXPECT_EQ(table.columns[0].contender.compete(task, effort).error, filter);
  EXPECT_GT(table.columns[4].contender.compete(task, effort).error, 0.0);
}

}  // namespace
}  // namespace elto::experiments
