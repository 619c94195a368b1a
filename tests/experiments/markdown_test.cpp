// SPDX-License-Identifier: Apache-2.0
#include "experiments/markdown.hpp"

#include "experiments/sample_results.hpp"
#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

using elto::testing::says;

std::string markdown_sample() {
  return to_markdown(testing::sample_tables(), testing::sample_results());
}

TEST(Markdown, BeginsWithTheScores) {
  EXPECT_EQ(markdown_sample().find(
                "# The tables of the paper, measured again\n\nELTO-AKF is at or below"),
            0U);
  EXPECT_SAYS(markdown_sample(), "| `distribution_shift` | 1 of 2 | 2 of 2 |\n");
  EXPECT_SAYS(markdown_sample(), "| `memory_rates` | 2 of 4 | \u2013 |\n");
}

TEST(Markdown, SaysHowItWasMeasured) {
  EXPECT_SAYS(markdown_sample(), "- command: `elto reproduce --trials 3`\n");
  EXPECT_SAYS(markdown_sample(), "- evaluations in each search: `300`\n");
}

TEST(Markdown, HasOursAndThePapersInEachCell) {
  EXPECT_SAYS(markdown_sample(),
              "| Default to High | 6.00 (5.00 to 7.00) | **3.00** (2.00 to 4.00)<br>paper 3.56 | "
              "**1.00** (0.900 to 1.10)<br>paper 1.08 | ");
  EXPECT_SAYS(markdown_sample(),
              "| Default to Very High | \u2013 | diverged (2 of 3)<br>paper 7.20 | "
              "5.00 (4.50 to diverged)<br>paper 3.99 | \u2013<br>paper 3.99 |\n");
}

TEST(Markdown, HasTitleProtocolAndRemarks) {
  EXPECT_SAYS(
      markdown_sample(),
      "\n## Noise that was not learned\n\nTable `distribution_shift`. Mean squared error in "
      "units of 0.1.\n\nLearned with one noise & judged with another.\n\n|  | Observations "
      "| ELTO-KF | ELTO-AKF | ELTO-AKF by prediction \u2020 |\n|---|---:|---:|---:|---:|\n");
  EXPECT_SAYS(markdown_sample(), "\n\nWorse < better.\n\n## Memory factors");
}

TEST(Markdown, LeavesOutWhatWasNotMeasured) {
  Results results = testing::sample_results();
  std::erase_if(results.trials, [](const Trial& trial) { return trial.table != "time"; });
  const std::string text = to_markdown(testing::sample_tables(), results);
  EXPECT_SAYS(text, "## Run time");
  EXPECT_FALSE(says(text, "## Memory factors"));
}

TEST(Markdown, ABarInANameEndsNoCell) {
  Table table = testing::shift_table();
  table.rows[0].name = "a|b";
  EXPECT_SAYS(to_markdown({table}, testing::sample_results()), "| a\\|b |");
}

}  // namespace
}  // namespace elto::experiments
