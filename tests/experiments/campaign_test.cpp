// SPDX-License-Identifier: Apache-2.0
#include "experiments/campaign.hpp"

#include <algorithm>

#include "elto/core/error.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

/// Two rows and two columns; the error is the first number of the task plus the evaluations.
std::vector<Table> small_tables() {
  const auto task = [](double offset) {
    return [offset](std::uint32_t seed) {
      Task made;
      made.training.emplace_back(Matrix::Constant(1, 1, offset + seed));
      return made;
    };
  };
  const Contender sum{"sum", [](const Task& given, const Effort& effort) {
                        return Outcome{.error = given.training[0].values(0, 0) +
                                                static_cast<double>(effort.evaluations)};
                      }};
  const Contender failing{"failing", [](const Task&, const Effort&) -> Outcome {
                            throw InvalidArgument("rows", "more", "one");
                          }};
  Table table;
  table.name = "small";
  table.rows = {{"a", task(0.25), ""}, {"b", task(0.5), ""}};
  table.columns = {{sum, ""}, {failing, ""}};
  return {table};
}

std::vector<Trial> run(const CampaignOptions& options, const std::vector<Trial>& known = {},
                       Index most = 1000) {
  std::vector<Trial> trials;
  run_campaign(small_tables(), options, known, [&](const Trial& trial, Index, Index) {
    trials.push_back(trial);
    return std::ssize(trials) < most;
  });
  return trials;
}

const Trial& find(const std::vector<Trial>& trials, std::string_view row, std::string_view column,
                  Index number) {
  return *std::ranges::find_if(trials, [&](const Trial& trial) {
    return trial.row == row && trial.column == column && trial.number == number;
  });
}

TEST(Campaign, RunsEveryTrialOfEveryCell) {
  const auto trials = run({.trials = 3, .seed = 2, .evaluations = 10});
  EXPECT_EQ(trials.size(), 12U);
  EXPECT_EQ(find(trials, "b", "sum", 1).outcome.error, 2001.0 + 0.5 + 10.0);
}

TEST(Campaign, GivesTheSameForAnyNumberOfThreads) {
  const auto one = run({.trials = 3, .threads = 1}), three = run({.trials = 3, .threads = 3});
  for (const Trial& trial : one)
    EXPECT_EQ(trial.outcome.error,
              find(three, trial.row, trial.column, trial.number).outcome.error);
}

TEST(Campaign, CountsAFilterThatCannotGoOnAsDiverged) {
  const auto trials = run({.trials = 1});
  EXPECT_TRUE(find(trials, "a", "failing", 0).outcome.diverged);
}

TEST(Campaign, GoesOnWhereItWasInterrupted) {
  const auto first = run({.trials = 2, .threads = 1}, {}, 3);
  EXPECT_EQ(first.size(), 3U);
  const auto rest = run({.trials = 2, .threads = 1}, first);
  EXPECT_EQ(rest.size(), 5U);
  for (const Trial& trial : first)
    EXPECT_TRUE(std::ranges::none_of(rest, [&](const Trial& other) {
      return other.row == trial.row && other.column == trial.column && other.number == trial.number;
    }));
}

TEST(Campaign, CountsWhatIsDone) {
  Index last = 0;
  run_campaign(small_tables(), {.trials = 2, .threads = 1}, {},
               [&](const Trial&, Index done, Index total) {
                 EXPECT_EQ(done, last + 1);
                 EXPECT_EQ(total, 8);
                 last = done;
                 return true;
               });
  EXPECT_EQ(last, 8);
}

TEST(Campaign, SaysWhatIsWrong) {
  EXPECT_THROW(run({.trials = 0}), InvalidArgument);
  EXPECT_THROW(run({.evaluations = 0}), InvalidArgument);
}

}  // namespace
}  // namespace elto::experiments
