// SPDX-License-Identifier: Apache-2.0
#include "experiments/trial_file.hpp"

#include <limits>
#include <string>

#include "experiments/sample_results.hpp"
#include "support/error_message.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

using elto::testing::io_error_of;

std::string refusal_of(const std::string& text) {
  return io_error_of([&] { parse_trials(text, "trials.csv"); });
}

std::string replaced(std::string text, const std::string& part, const std::string& by) {
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return text.replace(at, part.size(), by);
}

TEST(TrialFile, IsReadableText) {
  Results results = testing::sample_results();
  results.trials.resize(1);
  EXPECT_EQ(trials_to_csv(results),
            "# version = 0.1.0\n"
            "# command = elto reproduce --trials 3\n"
            "# trials = 3\n"
            "# seed = 1\n"
            "# evaluations = 300\n"
            "# seconds = 5400\n"
            "table,row,column,trial,error,learning,tuning,filtering,diverged\n"
            "\"distribution_shift\",\"Default to High\",\"Observations\",0,0.5,1,20,0.5,no\n");
}

TEST(TrialFile, WhatIsWrittenIsReadBack) {
  const elto::testing::TemporaryFolder folder;
  Results results = testing::sample_results();
  results.record.seed = std::numeric_limits<std::uint32_t>::max();
  results.record.seconds = 1.0 / 3.0;
  results.trials[0].row = "D = 5, \"sigma\" 0.01";
  results.trials[0].column = "# two\nlines ";
  results.trials[0].outcome.error = 0.1 + 0.2;
  results.trials[1].outcome.error = std::numeric_limits<double>::infinity();
  results.trials[2].outcome.error = std::numeric_limits<double>::denorm_min();
  write_trials(results, folder / "trials.csv");
  const Results again = read_trials(folder / "trials.csv");
  EXPECT_EQ(trials_to_csv(again), trials_to_csv(results));
  EXPECT_EQ(again.record.command, results.record.command);
  EXPECT_EQ(again.record.seed, results.record.seed);
  EXPECT_EQ(again.record.seconds, 1.0 / 3.0);
  ASSERT_EQ(again.trials.size(), results.trials.size());
  EXPECT_EQ(again.trials[0].row, results.trials[0].row);
  EXPECT_EQ(again.trials[0].column, results.trials[0].column);
  for (std::size_t i = 0; i < results.trials.size(); ++i) {
    EXPECT_EQ(again.trials[i].number, results.trials[i].number);
    EXPECT_EQ(again.trials[i].outcome.error, results.trials[i].outcome.error);
    EXPECT_EQ(again.trials[i].outcome.diverged, results.trials[i].outcome.diverged);
  }
}

TEST(TrialFile, ASettingIsOneLine) {
  Results results;
  results.record.command = "elto\r\n# seed = 7";
  EXPECT_EQ(parse_trials(trials_to_csv(results), "").record.command, "elto  # seed = 7");
}

TEST(TrialFile, LinesMayEndAsOnWindows) {
  const std::string csv = trials_to_csv(testing::sample_results());
  std::string windows;
  for (const char c : csv) windows.append(c == '\n' ? "\r" : "").push_back(c);
  EXPECT_EQ(trials_to_csv(parse_trials(windows, "trials.csv")), csv);
}

TEST(TrialFile, RefusesSettingsThatAreMissingOrWrong) {
  const std::string csv = trials_to_csv(testing::sample_results());
  EXPECT_SAYS(refusal_of(""), "trials.csv: line 1: no line '# version = ...' before it");
  EXPECT_SAYS(refusal_of(replaced(csv, "# seed = 1\n", "")),
              "trials.csv: line 6: no line '# seed = ...' before it");
  EXPECT_SAYS(refusal_of(replaced(csv, "# seed = 1\n", "# seed = -1\n")),
              "line 4: seed: '-1' is not a number in its range");
  EXPECT_SAYS(refusal_of(replaced(csv, "# seed", "# sead")), "line 4: '# sead = 1' is no setting");
}

TEST(TrialFile, RefusesRowsThatAreNoTrials) {
  const std::string csv = trials_to_csv(testing::sample_results());
  EXPECT_SAYS(refusal_of(replaced(csv, "table,", "tables,")), "line 7: must be 'table,row,");
  EXPECT_SAYS(refusal_of(csv.substr(0, csv.find("table"))), "must be 'table,row,");
  EXPECT_SAYS(refusal_of(replaced(csv, ",0,0.5,", ",0,half,")), "line 8: 'half' is not a number");
  EXPECT_SAYS(refusal_of(replaced(csv, ",0.5,no", ",0.5,never")),
              "line 8: 'never' is neither yes nor no");
  EXPECT_SAYS(refusal_of(replaced(csv, ",0.5,no", ",no")), "line 8: 9 fields expected, 8 found");
  EXPECT_SAYS(refusal_of(csv + "\"open"), "a quote is never closed");
}

TEST(TrialFile, NamesTheFileThatIsNotThere) {
  const elto::testing::TemporaryFolder folder;
  EXPECT_SAYS(io_error_of([&] { read_trials(folder / "none.csv"); }), "none.csv");
}

}  // namespace
}  // namespace elto::experiments
