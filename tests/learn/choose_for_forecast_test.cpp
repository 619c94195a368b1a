// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/choose_for_forecast.hpp"

#include <cmath>
#include <numbers>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"
#include "elto/filter/look_ahead.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Rows standardised(Vector y) {
  y.array() -= y.mean();
  y /= std::sqrt(y.squaredNorm() / static_cast<double>(y.size()));
  return {.times = Vector::LinSpaced(y.size(), 0.0, static_cast<double>(y.size() - 1)),
          .values = y};
}

double turning(double t, double period) {
  return std::sin(2.0 * std::numbers::pi * t / period);
}

bool has_period(const LinearModel& model, double period) {
  for (const Component& part : model.dynamics.parts())
    if (const Cycle* cycle = std::get_if<Cycle>(&part);
        cycle && std::abs(cycle->period - period) < 0.01 * period)
      return true;
  return false;
}

TEST(ChooseForForecast, TakesTheDayAndTheWeek) {
  Rng rng(1000);
  Vector y(24 * 7 * 6);
  for (Index t = 0; t < y.size(); ++t) {
    const bool weekend = t / 24 % 7 >= 5;
    y[t] = turning(static_cast<double>(t), 24.0) - (weekend ? 1.0 : 0.0) + 0.4 * rng.normal();
  }
  const ForecastChoice choice = choose_for_forecast(standardised(y), {.steps = 48});
  EXPECT_TRUE(has_period(choice.fit.model, 24.0)) << choice.fit.family;
  EXPECT_TRUE(has_period(choice.fit.model, 168.0)) << choice.fit.family;
  const Backtest& tried = choice.backtest;
  EXPECT_GE(tried.origins, 20);
  EXPECT_EQ(tried.ahead.back(), 48);
  EXPECT_NEAR(tried.season, 168.0, 1e-9);
  EXPECT_LT(root_mean_square(tried, tried.error), root_mean_square(tried, tried.season_ago));
  EXPECT_LT(root_mean_square(tried, tried.error), root_mean_square(tried, tried.last_value));
  EXPECT_GT(share_held(tried), 0.9);
  for (std::size_t i = 1; i < choice.tried.size(); ++i)
    EXPECT_LE(choice.tried[i - 1].error, choice.tried[i].error);
}

/// Nothing beats the last value there, and what seemed to by chance must not cost much.
TEST(ChooseForForecast, ForeseesARandomWalkAlmostAsWellAsItsLastValue) {
  constexpr Index kKnown = 300, kSteps = 20;
  double ours = 0.0, last = 0.0;
  for (unsigned seed = 1000; seed < 1010; ++seed) {
    Rng rng(seed);
    Vector y(kKnown + kSteps);
    double level = 0.0;
    for (double& value : y) value = level += rng.normal();
    const Rows known = standardised(y.head(kKnown));
    const ForecastChoice choice = choose_for_forecast(known, {.steps = kSteps});
    Rows all{.times = Vector::LinSpaced(y.size(), 0.0, static_cast<double>(y.size() - 1)),
             .values = y};
    const double scale = (known.values(1, 0) - known.values(0, 0)) / (y[1] - y[0]);
    all.values.array() += known.values(0, 0) / scale - y[0];
    all.values *= scale;
    for (const Foreseen& one : look_ahead(choice.fit.model, all, {}, {kKnown - 1},
                                          {.reach = static_cast<double>(kSteps)})) {
      ours += std::pow(one.mean - all.values(one.row, 0), 2);
      last += std::pow(all.values(kKnown - 1, 0) - all.values(one.row, 0), 2);
    }
  }
  EXPECT_LT(std::sqrt(ours / last), 1.15);
}

TEST(ChooseForForecast, FewRowsAreNotTriedAndLongHorizonsOnlySoFar) {
  Rng rng(1000);
  const Vector y = rng.normal(9, 1);
  const ForecastChoice few = choose_for_forecast(standardised(y), {.steps = 30});
  EXPECT_TRUE(few.backtest.empty());
  EXPECT_TRUE(few.tried.empty());
  EXPECT_TRUE(few.fit.status.ok());
  const Vector more = rng.normal(60, 1);
  const ForecastChoice far = choose_for_forecast(standardised(more), {.steps = 600});
  EXPECT_EQ(far.backtest.ahead.back(), 20);
  EXPECT_GT(far.backtest.band_factor(600), 0.7);
  EXPECT_LT(far.backtest.band_factor(600), 1.4);
}

TEST(ChooseForForecast, RefusesStepsOfNothing) {
  EXPECT_THROW((void)choose_for_forecast(standardised(Vector::LinSpaced(9, 0, 1)), {.step = 0.0}),
               InvalidArgument);
  EXPECT_THROW((void)choose_for_forecast(standardised(Vector::LinSpaced(9, 0, 1)), {.steps = 0}),
               InvalidArgument);
}

}  // namespace
}  // namespace elto
