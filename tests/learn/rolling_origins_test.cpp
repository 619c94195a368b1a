// SPDX-License-Identifier: Apache-2.0
#include "learn/rolling_origins.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace elto {
namespace {

Rows numbered(Index count) {
  const Vector times = Vector::LinSpaced(count, 0.0, static_cast<double>(count - 1));
  return {.times = times, .values = times};
}

TEST(RollingOrigins, AreInTheLastThird) {
  const RollingOrigins origins(numbered(301), {}, 1.0, 10);
  ASSERT_TRUE(origins.possible());
  EXPECT_EQ(origins.first(), 200);
  EXPECT_EQ(std::ssize(origins.origins()), 100);
  EXPECT_EQ(origins.ahead().front(), 1);
  EXPECT_EQ(origins.ahead().back(), 10);
  EXPECT_DOUBLE_EQ(origins.stretches(10), 10.0);
  const RollingOrigins many(numbered(30'001), {}, 1.0, 10);  // twenty times as long as forecasts
  EXPECT_EQ(many.first(), 29'800);
}

TEST(RollingOrigins, LookNoFurtherThanTheRowsReach) {
  const RollingOrigins origins(numbered(301), {}, 1.0, 5000);
  ASSERT_TRUE(origins.possible());
  EXPECT_EQ(origins.ahead().back(), 100);
  EXPECT_EQ(origins.compared(), 25);
  EXPECT_FALSE(RollingOrigins(numbered(8), {}, 1.0, 10).possible());
  EXPECT_FALSE(RollingOrigins(numbered(1), {}, 1.0, 10).possible());
}

TEST(RollingOrigins, TheLastValueAndASeasonAgoAreOffAsFarAsTheRowsMove) {
  const RollingOrigins origins(numbered(301), {}, 1.0, 10);
  const RowVector last = origins.errors_of_last().mean_square(),
                  season = origins.errors_of_season(4.0).mean_square();
  for (Index k = 0; k < 10; ++k) {
    EXPECT_DOUBLE_EQ(last[k], std::pow(static_cast<double>(k + 1), 2));
    EXPECT_DOUBLE_EQ(season[k], k < 4 ? 16.0 : k < 8 ? 64.0 : 144.0) << k;
  }
}

TEST(RollingOrigins, ALevelWithoutNoiseIsTheLastValue) {
  const RollingOrigins origins(numbered(301), {}, 1.0, 10);
  const LinearModel level({{IntegratedWiener{.order = 1, .noise = 1.0}}}, 1e-12);
  const ForecastErrors errors = origins.errors(level, {});
  EXPECT_TRUE(errors.mean_square().isApprox(origins.errors_of_last().mean_square(), 1e-6));
  // of a step the variance is 1 and the error is 1; of nine 9, and the error 81
  const RowVector counts = errors.count.colwise().sum(), z = errors.normalised.colwise().sum();
  EXPECT_NEAR(z[0] / counts[0], 1.0, 1e-6);
  EXPECT_NEAR(z[8] / counts[8], 9.0, 1e-6);
  EXPECT_EQ(errors.inside.col(0).sum(), counts[0]);
  EXPECT_EQ(errors.inside.col(8).sum(), 0.0);
}

TEST(RollingOrigins, WhatWasSetAsideIsNotForeseen) {
  Rows rows = numbered(301);
  rows.values(250, 0) = 1e6;
  const RollingOrigins origins(rows, {.outliers = {250}}, 1.0, 10);
  EXPECT_LT(origins.errors_of_last().mean_square().maxCoeff(), 200.0);
}

TEST(RollingOrigins, StepsOfTimesThatAreNotRegularAreRounded) {
  Rows rows = numbered(301);
  for (Index t = 0; t < rows.count(); t += 2) rows.times[t] += 0.2;
  const RollingOrigins origins(rows, {}, 1.0, 5);
  const RowVector last = origins.errors_of_last().mean_square();
  for (Index k = 0; k < 5; ++k) EXPECT_DOUBLE_EQ(last[k], std::pow(static_cast<double>(k + 1), 2));
}

}  // namespace
}  // namespace elto
