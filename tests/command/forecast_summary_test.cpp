// SPDX-License-Identifier: Apache-2.0
#include "forecast_summary.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

ForecastChoice sample_choice() {
  ForecastChoice choice{.tried = {{.family = "level", .error = 0.5}}};
  choice.fit.family = "level";
  choice.backtest = {.origins = 20,
                     .ahead = {1, 2},
                     .count = Vector::Constant(2, 20.0),
                     .error = Vector::Constant(2, 1.5),
                     .last_value = Vector::Constant(2, 2.5),
                     .season_ago = {},
                     .season = 0.0,
                     .held = Vector::Constant(2, 0.9),
                     .factor = Vector::Constant(2, 1.25)};
  choice.backtest.held[1] = std::nan("");
  return choice;
}

TEST(ForecastSummary, SaysHowFarOffForecastsWere) {
  const std::vector<std::string> lines = sentences_of("load", sample_choice(), 2);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0], "load: level, the best of 1 families by forecasts that were tried.");
  EXPECT_EQ(lines[1],
            "Tried from 20 earlier rows, forecasts of 1 to 2 steps were off by 1.5 (root mean "
            "square), the last value by 2.5.");
  EXPECT_EQ(lines[2],
            "Bands of 95 % held 90 % of what was measured; 2 steps ahead they are taken 1.25 times "
            "as wide for it.");
  EXPECT_EQ(sentences_of("load", sample_choice(), 9).back(),
            "More than 2 steps ahead could not be tried: the rows do not reach so far.");
}

TEST(ForecastSummary, SaysThatThereWereTooFewRows) {
  ForecastChoice choice = sample_choice();
  choice.backtest = {};
  EXPECT_NE(sentences_of("load", choice, 2).front().find("too few rows"), std::string::npos);
  EXPECT_FALSE(to_json(choice).contains("backtest"));
}

TEST(ForecastSummary, HasTheErrorsByStepsAsJson) {
  const nlohmann::ordered_json json = to_json(sample_choice());
  EXPECT_EQ(json["family"], "level");
  EXPECT_EQ(json["backtest"]["origins"], 20);
  EXPECT_EQ(json["backtest"]["by_steps"]["ahead"], (std::vector<int>{1, 2}));
  EXPECT_EQ(json["backtest"]["by_steps"]["rmse"], (std::vector<double>{1.5, 1.5}));
  EXPECT_NE(json.dump().find("null"), std::string::npos);  // NaN has no other word
  EXPECT_FALSE(json["backtest"].contains("season"));
}

}  // namespace
}  // namespace elto::command
