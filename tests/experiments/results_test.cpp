// SPDX-License-Identifier: Apache-2.0
#include "experiments/results.hpp"

#include <limits>

#include "experiments/sample_results.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

using elto::testing::kInfinity;
using testing::add_trials;
using testing::column;
using testing::row;

TEST(Results, AreMediansAndExtremesInTheUnitOfTheTable) {
  const auto rows = printed_rows(testing::shift_table(), testing::sample_results().trials);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].name, "Default to High");
  ASSERT_EQ(rows[0].cells.size(), 4U);
  const CellResult& fixed = rows[0].cells[1];
  EXPECT_DOUBLE_EQ(fixed.median, 3.0);
  EXPECT_DOUBLE_EQ(fixed.low, 2.0);
  EXPECT_DOUBLE_EQ(fixed.high, 4.0);
  EXPECT_EQ(fixed.trials, 3);
  EXPECT_EQ(fixed.paper, 3.5604);
  EXPECT_TRUE(fixed.counted);
}

TEST(Results, OfAnEvenNumberOfTrialsTheMedianIsBetweenThem) {
  const auto rows = printed_rows(testing::rates_table(), testing::sample_results().trials);
  EXPECT_DOUBLE_EQ(rows[0].cells[1].median, 8.5);
}

TEST(Results, ADivergedTrialIsInfinite) {
  const auto cells =
      printed_rows(testing::shift_table(), testing::sample_results().trials)[1].cells;
  EXPECT_EQ(cells[1].median, kInfinity);
  EXPECT_EQ(cells[1].diverged, 2);
  EXPECT_DOUBLE_EQ(cells[1].low, 7.0);
  EXPECT_DOUBLE_EQ(cells[2].median, 5.0);
  EXPECT_EQ(cells[2].high, kInfinity);
  EXPECT_EQ(cells[2].diverged, 1);
}

TEST(Results, AnErrorThatIsNoNumberIsInfinite) {
  std::vector<Trial> trials;
  add_trials(trials, "distribution_shift", "Default to High", "ELTO-KF",
             {std::numeric_limits<double>::quiet_NaN(), 0.1});
  const CellResult cell = printed_rows(testing::shift_table(), trials)[0].cells[1];
  EXPECT_EQ(cell.median, kInfinity);
  EXPECT_EQ(cell.diverged, 1);
}

TEST(Results, WithoutTrialsOnlyThePaperSpeaks) {
  const CellResult cell = printed_rows(testing::shift_table(), {})[0].cells[1];
  EXPECT_EQ(cell.trials, 0);
  EXPECT_EQ(cell.paper, 3.5604);
  EXPECT_FALSE(at_or_below_paper(cell));
}

TEST(Results, AlternativesHaveTheFigureButDoNotCount) {
  Table table = testing::shift_table();
  table.rows.push_back(row("Default to High, doubled", "Default to High", true));
  const auto rows = printed_rows(table, testing::sample_results().trials);
  EXPECT_EQ(rows[0].cells[3].paper, 1.0789);
  EXPECT_FALSE(rows[0].cells[3].counted);
  EXPECT_TRUE(rows[2].alternative);
  EXPECT_EQ(rows[2].cells[2].paper, 1.0789);
  EXPECT_FALSE(rows[2].cells[2].counted);
  EXPECT_FALSE(rows[0].cells[0].paper);  // a column of our own
  EXPECT_FALSE(rows[0].cells[0].counted);
}

TEST(Results, ACoefficientBelowThePapersIsNotBetter) {
  Table table = testing::shift_table();
  const auto trials = testing::sample_results().trials;
  const CellResult error = printed_rows(table, trials)[0].cells[1];
  table.columns[1].is_error = false;
  const CellResult coefficient = printed_rows(table, trials)[0].cells[1];
  EXPECT_EQ(coefficient.paper, error.paper);
  EXPECT_EQ(coefficient.median, error.median);
  EXPECT_TRUE(error.counted);
  EXPECT_FALSE(coefficient.counted);
  EXPECT_FALSE(at_or_below_paper(coefficient));
}

TEST(Results, NotAvailableIsAFigureThatEveryFiniteErrorIsBelow) {
  const Table table{.name = "lorenz_scalability",
                    .title = "",
                    .protocol = "",
                    .remarks = "",
                    .rows = {row("big", "D = 500, sigma 0.1")},
                    .columns = {column("KF", "ELTO-KF")}};
  std::vector<Trial> trials;
  add_trials(trials, "lorenz_scalability", "big", "KF", {0.5});
  const CellResult finite = printed_rows(table, trials)[0].cells[0];
  EXPECT_EQ(finite.paper, kInfinity);
  EXPECT_TRUE(finite.counted);
  EXPECT_TRUE(at_or_below_paper(finite));
  trials.clear();
  add_trials(trials, "lorenz_scalability", "big", "KF", {kInfinity});
  EXPECT_FALSE(at_or_below_paper(printed_rows(table, trials)[0].cells[0]));
}

TEST(Results, QuantitiesOfOneRowAreRowsThatDoNotCount) {
  const auto rows = printed_rows(testing::time_table(), testing::sample_results().trials);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[1].name, "tuning");
  EXPECT_EQ(rows[1].cells[0].median, 20.0);
  EXPECT_EQ(rows[1].cells[0].paper, 137.36);
  EXPECT_FALSE(rows[1].cells[0].counted);
}

TEST(Results, QuantitiesOfSeveralRowsAreNamedAfterBoth) {
  Table table = testing::time_table();
  table.rows.push_back(row("Lidar", ""));
  const auto rows = printed_rows(table, {});
  ASSERT_EQ(rows.size(), 6U);
  EXPECT_EQ(rows[5].name, "Lidar, filtering");
}

TEST(Results, MeasuredTablesKeepTheirOrder) {
  std::vector<Trial> trials;
  add_trials(trials, "time", "Pendulum", "ELTO-KF", {1.0});
  add_trials(trials, "distribution_shift", "Default to High", "ELTO-KF", {1.0});
  const auto tables = measured(testing::sample_tables(), trials);
  ASSERT_EQ(tables.size(), 2U);
  EXPECT_EQ(tables[0].name, "distribution_shift");
  EXPECT_EQ(tables[1].name, "time");
}

}  // namespace
}  // namespace elto::experiments
