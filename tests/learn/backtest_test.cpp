// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/backtest.hpp"

#include <cmath>

#include "elto/core/error.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Backtest tried() {
  Backtest backtest{.origins = 3,
                    .ahead = {2, 4, 6},
                    .count = Vector(3),
                    .error = Vector(3),
                    .last_value = Vector(3),
                    .held = Vector(3),
                    .factor = Vector(3)};
  backtest.count << 3, 1, 0;
  backtest.error << 1, 3, std::nan("");
  backtest.last_value << 2, 2, std::nan("");
  backtest.held << 1, 0.5, std::nan("");
  backtest.factor << 1.5, 2, 1;
  return backtest;
}

TEST(Backtest, BandsAreThoseOfTheNextStepsTried) {
  EXPECT_EQ(tried().band_factor(1), 1.5);
  EXPECT_EQ(tried().band_factor(2), 1.5);
  EXPECT_EQ(tried().band_factor(3), 2.0);
  EXPECT_EQ(tried().band_factor(100), 1.0);
  EXPECT_EQ(Backtest().band_factor(3), 1.0);
}

TEST(Backtest, ErrorsOfAllStepsCountByTheirEntries) {
  EXPECT_DOUBLE_EQ(root_mean_square(tried(), tried().error), std::sqrt((3.0 * 1.0 + 9.0) / 4.0));
  EXPECT_DOUBLE_EQ(share_held(tried()), 3.5 / 4.0);
  Backtest scaled = tried();
  scaled.scale(10.0);
  EXPECT_DOUBLE_EQ(scaled.error[1], 30.0);
  EXPECT_DOUBLE_EQ(scaled.last_value[1], 20.0);
}

TEST(Backtest, CalibratesWhatWillBeMeasured) {
  Forecast ahead{.mean = Matrix::Zero(3, 2),
                 .variance = Matrix::Constant(3, 2, 3.0),
                 .status = {},
                 .noise_level = RowVector::Ones(2)};
  Backtest narrower = tried();
  narrower.factor.setConstant(0.1);
  calibrate(ahead, {tried(), narrower});
  EXPECT_DOUBLE_EQ(ahead.variance(0, 0), 1.5 * 1.5 * 4.0 - 1.0);
  EXPECT_DOUBLE_EQ(ahead.variance(2, 0), 2.0 * 2.0 * 4.0 - 1.0);
  EXPECT_EQ(ahead.variance(0, 1), 0.0);  // what is left is the noise
  EXPECT_THROW(calibrate(ahead, {tried()}), InvalidArgument);
}

}  // namespace
}  // namespace elto
