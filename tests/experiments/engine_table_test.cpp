// SPDX-License-Identifier: Apache-2.0
#include "experiments/engine_table.hpp"

#include <cmath>

#include "experiments/expected.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

/// Off by 1, seen with errors of 2 and one of 100, one entry missing.
struct Judging : ::testing::Test {
  Simulation simulation{.observed = Matrix::Zero(8, 1), .truth = Matrix::Zero(8, 1)};
  Estimate estimate;
  Judging() {
    simulation.observed.values << 2, -2, 2, -2, std::nan(""), 2, 100, -2;
    estimate.mean = Matrix::Ones(8, 1);
    estimate.variance = Matrix::Constant(8, 1, 0.25);
    estimate.variance(0, 0) = 1.0;
  }
};

TEST_F(Judging, ComparesWithWhatWasSeen) {
  const Judged all = judged(estimate, simulation, [](Index) { return true; });
  EXPECT_EQ(all.entries, 8);
  EXPECT_DOUBLE_EQ(all.error, 8.0);
  EXPECT_DOUBLE_EQ(all.raw, 4.0 * 8.0);
  EXPECT_DOUBLE_EQ(all.claimed, 1.0 + 7.0 * 0.25);
  EXPECT_EQ(all.inside, 1);
  const Judged first = judged(estimate, simulation, [](Index t) { return t == 0; });
  EXPECT_EQ(first.entries, 1);
  EXPECT_DOUBLE_EQ(first.ratio(), 0.25);
}

TEST(EngineFigures, AreOfAllSeriesTogether) {
  const Judged good{.error = 1.0, .claimed = 1.0, .raw = 4.0, .inside = 9, .entries = 10},
      bad{.error = 9.0, .claimed = 1.0, .raw = 4.0, .inside = 5, .entries = 10};
  const EngineFigures figures = figures_of({good, bad});
  EXPECT_DOUBLE_EQ(figures.over_raw, 10.0 / 8.0);
  EXPECT_DOUBLE_EQ(figures.worst, 9.0 / 4.0);
  EXPECT_DOUBLE_EQ(figures.coverage, 0.7);
  EXPECT_DOUBLE_EQ(figures.claimed, std::sqrt(0.2));
  EXPECT_DOUBLE_EQ(figures.believable, 0.5);
}

TEST(EngineTable, HasTargetsAndFiguresOfItsRows) {
  const Table table = engine_table();
  for (const TableRow& row : table.rows)
    if (!row.paper.empty()) {
      EXPECT_TRUE(expected("engine", row.paper, "mean square")) << row.paper;
    }
  const TableRow& steps = table.rows.front();
  const Task task = steps.task(1);
  EXPECT_LT(table.columns[0].contender.compete(task, {.seed = 1}).error, 0.5);
  EXPECT_GT(table.columns[2].contender.compete(task, {.seed = 1}).error, 0.5);
}

}  // namespace
}  // namespace elto::experiments
