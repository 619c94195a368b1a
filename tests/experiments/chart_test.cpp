// SPDX-License-Identifier: Apache-2.0
#include "experiments/chart.hpp"

#include "experiments/sample_results.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

using Names = std::vector<std::string>;

Names names_of(const Chart& chart) {
  Names names;
  for (const ChartSeries& series : chart.series) names.push_back(series.name);
  return names;
}

TEST(Chart, OfBarsHasABandPerRowAndNoSecondReadings) {
  Table table = testing::shift_table();
  table.rows.push_back(testing::row("Another way", "Default to High", true));
  const Chart chart = chart_of(table, testing::sample_results().trials);
  EXPECT_EQ(chart.bands, (Names{"Default to High", "Default to Very High"}));
  EXPECT_EQ(names_of(chart), (Names{"Observations", "ELTO-KF", "ELTO-AKF"}));
  EXPECT_FALSE(in_paper(chart.series[0]));
  EXPECT_TRUE(in_paper(chart.series[1]));
  EXPECT_DOUBLE_EQ(chart.series[2].cells[1].median, 5.0);
  EXPECT_EQ(chart.value_axis, "Mean squared error in units of 0.1");
}

TEST(Chart, OfLinesHasABandPerColumnOfThePaper) {
  const Chart chart = chart_of(testing::rates_table(), testing::sample_results().trials);
  EXPECT_EQ(chart.bands, (Names{"0.9", "0.3"}));
  EXPECT_EQ(names_of(chart), (Names{"Default to Default", "High to High"}));
  EXPECT_DOUBLE_EQ(chart.series[0].cells[1].median, 20.0);
  EXPECT_EQ(chart.band_axis, "memory factor");
}

TEST(Chart, TheAxisHoldsAllThatIsDrawn) {
  const Chart chart = chart_of(testing::shift_table(), testing::sample_results().trials);
  EXPECT_LT(chart.axis.low, 0.9);   // the lowest trial of ELTO-AKF
  EXPECT_GT(chart.axis.high, 7.2);  // the paper's ELTO-KF
}

}  // namespace
}  // namespace elto::experiments
