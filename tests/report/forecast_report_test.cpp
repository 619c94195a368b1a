// SPDX-License-Identifier: Apache-2.0
#include "report/forecast_report.hpp"

#include <cmath>

#include "elto/core/error.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

struct ForecastPage : ::testing::Test {
  Series known{Matrix::Constant(30, 1, 2.0), {"a <b>"}};
  ForecastReport report{.known = known, .title = "load.csv", .sentences = {"a <b>: a level."}};
  ForecastPage() {
    Backtest tried{.origins = 9,
                   .ahead = {1, 2, 3},
                   .count = Vector::Constant(3, 1234.0),
                   .error = Vector::Constant(3, 0.25),
                   .last_value = Vector::Constant(3, 0.5),
                   .season_ago = Vector::Constant(3, 0.75),
                   .season = 7.0,
                   .held = Vector::Constant(3, 0.91),
                   .factor = Vector::Constant(3, 1.125)};
    report.channels = {
        {.name = "a <b>",
         .family = "level",
         .mean = Vector::Constant(3, 2.0),
         .half = Vector::Ones(3),
         .backtest = tried,
         .tried = {{.family = "level", .error = 0.25}, {.family = "trend", .error = 0.5}}}};
  }
};

TEST_F(ForecastPage, SaysWhatIsForecastAndHowItDid) {
  const std::string page = to_html(report);
  for (const char* words : {"a &lt;b&gt;: level", "holds a measurement with 95%", "1,234", "0.25",
                            "0.75", "91%", "1.12", "a season ago", "Families compared", "chosen",
                            "data-chart=\"forecast-0\"", "data-chart=\"horizon-0\""})
    EXPECT_NE(page.find(words), std::string::npos) << words;
  EXPECT_EQ(page.find("a <b>:"), std::string::npos);
}

TEST_F(ForecastPage, LeavesOutWhatThereIsNot) {
  report.channels[0].backtest = {};
  report.channels[0].tried.clear();
  const std::string page = to_html(report);
  EXPECT_EQ(page.find("Tried where the answer is known"), std::string::npos);
  EXPECT_EQ(page.find("Families compared"), std::string::npos);
}

TEST_F(ForecastPage, RefusesPartsThatDoNotFit) {
  report.channels[0].half = Vector::Ones(2);
  EXPECT_THROW(validate(report), InvalidArgument);
  report.channels[0].half = Vector::Ones(3);
  report.ahead.values = Vector::Ones(2);
  EXPECT_THROW(validate(report), InvalidArgument);
  report.ahead = {};
  report.channels.push_back(report.channels[0]);
  EXPECT_THROW(validate(report), InvalidArgument);
}

}  // namespace
}  // namespace elto
