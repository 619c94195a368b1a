// SPDX-License-Identifier: Apache-2.0
#include "experiments/shared_figures.hpp"

#include <atomic>
#include <limits>
#include <stdexcept>

#include "elto/core/thread_pool.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

struct Sides {
  double left = 1.0, right = std::numeric_limits<double>::infinity();
};

TEST(SharedFigures, AreFoundOnceForATaskAndAnEffort) {
  std::atomic<int> count = 0;
  const auto shared = std::make_shared<SharedFigures<Sides>>([&](const Task&, const Effort&) {
    ++count;
    return Sides{};
  });
  const TableColumn left = figure_column(shared, "left", &Sides::left),
                    right = figure_column(shared, "right", &Sides::right, "paper's");
  EXPECT_EQ(right.paper, "paper's");
  EXPECT_TRUE(right.is_error);
  EXPECT_FALSE(coefficient_column(shared, "left", &Sides::left).is_error);
  Task task;
  task.name = "one";
  ThreadPool(4).run(8, [&](Index i) {
    const Outcome outcome = (i % 2 == 0 ? left : right).contender.compete(task, {});
    EXPECT_EQ(outcome.diverged, i % 2 == 1);
  });
  EXPECT_EQ(count, 1);
  (void)left.contender.compete(task, {.seed = 2});
  (void)left.contender.compete(task, {.evaluations = 7});
  task.name = "other";
  (void)left.contender.compete(task, {});
  EXPECT_EQ(count, 4);
}

TEST(SharedFigures, AFailureIsEverybodys) {
  SharedFigures<Sides> shared(
      [](const Task&, const Effort&) -> Sides { throw std::runtime_error("no figures"); });
  for (int i = 0; i < 2; ++i) EXPECT_THROW(shared.of({}, {}), std::runtime_error);
}

TEST(SharedFigures, ANamedRowNamesItsTasks) {
  const TableRow row = named_row("here", "there", [](std::uint32_t) { return Task{}; });
  EXPECT_EQ(row.name, "here");
  EXPECT_EQ(row.paper, "there");
  EXPECT_EQ(row.task(1).name, "here");
}

}  // namespace
}  // namespace elto::experiments
