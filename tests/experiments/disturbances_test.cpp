// SPDX-License-Identifier: Apache-2.0
#include "experiments/disturbances.hpp"

#include <cmath>

#include "experiments/expected.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

Task short_task() {
  return lorenz96_task({.rows = 800, .dimension = 4}, 1);
}

const Matrix& test_rows(const Task& task) {
  return task.test.front().observed.values;
}

double share(Index count, Index of) {
  return static_cast<double>(count) / static_cast<double>(of);
}

TEST(Disturbances, TakeEntriesAway) {
  const Task task = short_task(), less = disturbed(task, Disturbance::missing, 3);
  for (const Matrix& rows : {test_rows(less), less.training.front().values})
    EXPECT_NEAR(share(rows.array().isNaN().count(), rows.size()), 0.2, 0.05);
  const Matrix rows = test_rows(less);
  EXPECT_TRUE((rows.array().isNaN() || rows.array() == test_rows(task).array()).all());
  EXPECT_EQ(less.test.front().truth, task.test.front().truth);
}

TEST(Disturbances, TakeRowsAway) {
  const Matrix rows = test_rows(disturbed(short_task(), Disturbance::gap, 3));
  EXPECT_EQ(rows.array().isNaN().count(), 20 * 4);
  EXPECT_TRUE(rows.middleRows((rows.rows() - 20) / 2, 20).array().isNaN().all());
}

TEST(Disturbances, PutEntriesFarOff) {
  const Task task = short_task();
  const Matrix rows = test_rows(disturbed(task, Disturbance::outliers, 3));
  const auto off = (rows - test_rows(task)).cwiseAbs().eval();
  EXPECT_NEAR(share((off.array() > 0.0).count(), off.size()), 0.05, 0.025);
  EXPECT_NEAR(off.maxCoeff(), 20 * 0.1, 0.3);
}

TEST(Disturbances, CostLittle) {
  const DisturbanceCosts costs = disturbance_costs(
      short_task(), {.kinds = {{1, MapInputs::all}}, .evaluations = 20, .rounds = 1});
  for (const double cost : costs.smoother) EXPECT_LT(cost, 2.0);
  for (const double cost : costs.filter) EXPECT_GT(cost, 0.5);
}

TEST(Disturbances, HaveTargets) {
  const Table table = disturbances();
  EXPECT_EQ(table.rows.size(), 9U);
  EXPECT_EQ(table.columns.size(), 6U);
  EXPECT_EQ(expected("disturbances", "all", "missing, smoother"), 1.5);
  EXPECT_FALSE(expected("disturbances", "all", "gap, filter"));
}

}  // namespace
}  // namespace elto::experiments
