// SPDX-License-Identifier: Apache-2.0
#include "experiments/wording.hpp"

#include "experiments/sample_results.hpp"
#include "support/error_message.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

using elto::testing::kInfinity;

TEST(Wording, NumbersHaveThreeDigits) {
  EXPECT_EQ(rounded(1.2), "1.20");
  EXPECT_EQ(rounded(0.012345), "0.0123");
  EXPECT_EQ(rounded(12.35), "12.3");  // 12.35 is a little less in binary
  EXPECT_EQ(rounded(123.4), "123");
  EXPECT_EQ(rounded(1234.0), "1230");
  EXPECT_EQ(rounded(9.996), "10.0");
  EXPECT_EQ(rounded(0.09996), "0.100");
  EXPECT_EQ(rounded(1.2345e-7), "1.23e-07");
  EXPECT_EQ(rounded(1.2345e9), "1.23e+09");
  EXPECT_EQ(rounded(0.0), "0.00");
  EXPECT_EQ(rounded(kInfinity), "diverged");
}

TEST(Wording, DurationsHaveTheUnitThatFits) {
  EXPECT_EQ(duration(45.2), "45 s");
  EXPECT_EQ(duration(720.0), "12 min");
  EXPECT_EQ(duration(12240.0), "3.4 h");
}

TEST(Wording, ACellHasMedianSpreadAndPaper) {
  const CellWords words =
      words_of(CellResult{.median = 1.234, .low = 1.1, .high = 1.51, .trials = 5, .paper = 1.9466});
  EXPECT_EQ(words.median, "1.23");
  EXPECT_EQ(words.spread, "1.10 to 1.51");
  EXPECT_EQ(words.paper, "paper 1.95");
}

TEST(Wording, ACellSaysOnlyWhatIsKnown) {
  const CellWords nothing = words_of(CellResult{});
  EXPECT_EQ(nothing.median, "\u2013");
  EXPECT_EQ(nothing.spread, "");
  EXPECT_EQ(nothing.paper, "");
  EXPECT_EQ(words_of(CellResult{.median = 1.0, .low = 1.0, .high = 1.0, .trials = 1}).spread, "");
  EXPECT_EQ(words_of(CellResult{.paper = kInfinity}).paper, "paper N/A");
}

TEST(Wording, ACellSaysHowManyTrialsDiverged) {
  CellResult cell{
      .median = 2.0, .low = 1.0, .high = kInfinity, .trials = 5, .diverged = 1, .paper = {}};
  EXPECT_EQ(words_of(cell).spread, "1.00 to diverged");
  cell.median = kInfinity;
  cell.diverged = 3;
  EXPECT_EQ(words_of(cell).median, "diverged");
  EXPECT_EQ(words_of(cell).spread, "3 of 5");
  cell.diverged = 5;
  EXPECT_EQ(words_of(cell).spread, "");
}

TEST(Wording, TheUnitIsThatOfTheTable) {
  EXPECT_EQ(unit_words(testing::shift_table()), "Mean squared error in units of 0.1");
  EXPECT_EQ(unit_words(testing::time_table()), "Seconds");
}

TEST(Wording, ScoresAreSentences) {
  const Results results = testing::sample_results();
  const auto sentences = score_sentences(testing::sample_tables(), results.trials);
  ASSERT_EQ(sentences.size(), 2U);
  EXPECT_SAYS(sentences[0], "the paper's figure for it in 3 of 6 cells.");
  EXPECT_SAYS(sentences[1],
              "ELTO-KF, both measured here, in 2 of 2 cells, and equal to it in 0 of them,");
  EXPECT_TRUE(score_sentences({testing::time_table()}, results.trials).empty());
  EXPECT_EQ(words_of(Score{}), "\u2013");
}

TEST(Wording, TheRecordIsComplete) {
  std::string all;
  for (const RecordEntry& entry : entries_of(testing::sample_results().record))
    all += concat(entry.name, ": ", entry.value, "; ");
  EXPECT_EQ(all,
            "command: elto reproduce --trials 3; version: elto 0.1.0; trials of each cell: 3; "
            "seed of the first trial: 1; evaluations in each search: 300; "
            "time of all trials, one after another: 1.5 h; ");
}

}  // namespace
}  // namespace elto::experiments
