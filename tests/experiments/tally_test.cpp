// SPDX-License-Identifier: Apache-2.0
#include "experiments/tally.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

TEST(Tally, CountsWhatIsWithinItsBand) {
  Tally tally;
  tally.add(Matrix{{1.0, 2.0}}, Matrix{{1.0, 4.0}}, Matrix{{2.7, 5.2}});  // 1.7 and 1.6 deviations
  tally.add(Matrix{{0.0, 3.0}}, Matrix{{0.0, 1.0}}, Matrix{{0.0, 3.0}});
  EXPECT_NEAR(tally.squares, 1.7 * 1.7 + 3.2 * 3.2, 1e-12);
  EXPECT_NEAR(tally.mean_square(), tally.squares / 4, 1e-12);
  EXPECT_EQ(tally.coverage(), 0.75);
}

TEST(Tally, GoesOverAllTestRows) {
  Task task;
  for (const double off : {1.0, 3.0})
    task.test.push_back(
        {.observed = Series(Matrix::Constant(2, 1, off)), .truth = Matrix::Zero(2, 1)});
  const Tally tally = tally_of(task, [](const Series& rows) {
    Estimate estimate;
    estimate.mean = rows.values;
    estimate.variance = Matrix::Ones(2, 1);
    return estimate;
  });
  EXPECT_EQ(tally.entries, 4);
  EXPECT_EQ(tally.squares, 20.0);
  EXPECT_EQ(tally.coverage(), 0.5);
}

}  // namespace
}  // namespace elto::experiments
