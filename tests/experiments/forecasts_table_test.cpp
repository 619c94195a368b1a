// SPDX-License-Identifier: Apache-2.0
#include "experiments/forecasts_table.hpp"

#include "experiments/expected.hpp"
#include "experiments/load_cases.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

TEST(ForecastsTable, HasTheFiguresOfHoltWinters) {
  for (const TableRow& row : forecasts_table().rows)
    EXPECT_TRUE(expected("forecasts", row.paper, "RMSE")) << row.name;
}

TEST(ForecastsTable, JudgesWhatWasMeasuredAfterEachOrigin) {
  const ForecastTrial trial{.known = 24 * 21, .origins = 2, .apart = 30, .steps = 24};
  Rng rng(1000);
  const ForecastFigures figures =
      forecast_figures(hourly_load(Load::loud, trial.hours(), rng), trial);
  EXPECT_LT(figures.error, 19.0);  // its standard deviation
  EXPECT_GT(figures.error, 8.0);   // most of its noise
  EXPECT_GT(figures.held, 0.8);
  EXPECT_GT(figures.claimed, 0.3);
}

}  // namespace
}  // namespace elto::experiments
