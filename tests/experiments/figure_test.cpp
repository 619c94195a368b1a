// SPDX-License-Identifier: Apache-2.0
#include "experiments/figure.hpp"

#include <regex>
#include <string>

#include "experiments/markup.hpp"
#include "experiments/sample_results.hpp"
#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

using elto::testing::says;
using testing::imbalance;
using testing::values_of;

std::string figure_of(const Table& table) {
  return figure_html(table, testing::sample_results().trials);
}

TEST(Figure, IsWellFormed) {
  EXPECT_EQ(imbalance(figure_of(testing::shift_table())), "");
  EXPECT_EQ(imbalance(figure_of(testing::rates_table())), "");
}

TEST(Figure, StaysInsideItsViewBox) {
  for (const Table& table : {testing::shift_table(), testing::rates_table()}) {
    const std::string svg = figure_of(table);
    ASSERT_SAYS(svg, "viewBox=\"0 0 960 380\"");
    for (const char* attribute : {"x", "x1", "x2", "cx"})
      for (const std::string& value : values_of(svg, attribute)) {
        EXPECT_GE(std::stod(value), 0.0) << attribute;
        EXPECT_LE(std::stod(value), 960.0) << attribute;
      }
    for (const char* attribute : {"y", "y1", "y2", "cy"})
      for (const std::string& value : values_of(svg, attribute)) {
        EXPECT_GE(std::stod(value), 0.0) << attribute;
        EXPECT_LE(std::stod(value), 380.0) << attribute;
      }
    const std::regex point("[ML]([0-9.]+) ([0-9.]+)");
    for (const std::string& path : values_of(svg, "d")) {
      std::sregex_iterator at(path.begin(), path.end(), point);
      for (; at != std::sregex_iterator(); ++at) {
        EXPECT_LE(std::stod((*at)[1]), 960.0);
        EXPECT_LE(std::stod((*at)[2]), 380.0);
      }
    }
  }
}

TEST(Figure, BarsStandOnTheFloor) {
  const std::string svg = figure_of(testing::shift_table());
  const std::regex bar(
      R"re(<rect class="[^"]*" x="[^"]*" y="([^"]*)" width="[^"]*" height="([^"]*)")re");
  Index bars = 0;
  for (std::sregex_iterator at(svg.begin(), svg.end(), bar); at != std::sregex_iterator(); ++at) {
    EXPECT_NEAR(std::stod((*at)[1]) + std::stod((*at)[2]), 320.0, 0.11);  // rounded to 0.1 each
    ++bars;
  }
  // Three of ours and two of the paper's; then one of ours, the other diverged, and two.
  EXPECT_EQ(bars, 8);
}

TEST(Figure, TellsThePointerWhatItIsOn) {
  const std::string bars = figure_of(testing::shift_table());
  EXPECT_SAYS(bars, "<title>Default to High, ELTO-AKF: 1.00 (0.900 to 1.10)</title>");
  EXPECT_SAYS(bars, "<title>Default to High, ELTO-AKF: paper 1.08</title>");
  EXPECT_SAYS(bars, "<title>Default to Very High, ELTO-KF: diverged (2 of 3)</title>");
  const std::string lines = figure_of(testing::rates_table());
  EXPECT_SAYS(lines, "<title>0.9, Default to Default: 8.50 (8.00 to 9.00)</title>");
  EXPECT_SAYS(lines, "<title>0.3, High to High: diverged</title>");
}

TEST(Figure, LinesAreInterruptedWhereAFilterDiverged) {
  const std::vector<std::string> paths = values_of(figure_of(testing::rates_table()), "d");
  ASSERT_EQ(paths.size(), 4U);  // the paper's and ours, of each row
  EXPECT_NE(paths[1].find('L'), std::string::npos);
  EXPECT_EQ(paths[3].find('L'), std::string::npos);
}

TEST(Figure, HasAKeyAndNamesOfAxes) {
  const std::string svg = figure_of(testing::rates_table());
  EXPECT_SAYS(svg, "</span>High to High</li>");
  EXPECT_SAYS(svg, "</span>the paper&#39;s</li>");
  EXPECT_SAYS(svg, "<li>\u00d7 diverged</li>");
  EXPECT_SAYS(svg, ">memory factor</text>");
  EXPECT_SAYS(svg, ">Mean squared error in units of 0.01</text>");
}

TEST(Figure, LongNamesHaveTwoLines) {
  EXPECT_SAYS(figure_of(testing::shift_table()), ">Default to<tspan ");
  EXPECT_FALSE(says(figure_of(testing::rates_table()), "<tspan"));
}

TEST(Figure, IsNothingForATableWithoutOne) {
  EXPECT_EQ(figure_of(testing::time_table()), "");
}

TEST(Figure, OfNoTrialsShowsThePaper) {
  const std::string svg = figure_html(testing::shift_table(), {});
  EXPECT_EQ(imbalance(svg), "");
  EXPECT_SAYS(svg, "paper 3.56");
  EXPECT_FALSE(says(svg, "diverged"));
}

}  // namespace
}  // namespace elto::experiments
