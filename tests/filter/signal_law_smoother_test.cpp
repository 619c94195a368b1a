// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/signal_law_smoother.hpp"

#include <cmath>

#include "elto/filter/signal_smoother.hpp"

#include "support/small_signal_law.hpp"
#include "support/small_signal_model.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

void expect_near(const Matrix& a, const Matrix& b, double tolerance) {
  for (Index t = 0; t < a.rows(); ++t)
    for (Index j = 0; j < a.cols(); ++j) {
      ASSERT_EQ(std::isnan(a(t, j)), std::isnan(b(t, j))) << t << " " << j;
      if (!std::isnan(a(t, j))) {
        ASSERT_NEAR(a(t, j), b(t, j), tolerance) << t << " " << j;
      }
    }
}

TEST(SignalLawSmoother, IsThatOfTheTrendsWithoutALaw) {
  const SignalModel model = testing::with_trend_as_law();
  Series series = testing::small_signal_series();
  series.values(30, 0) += 40.0;
  const Estimate a = smooth(model, series, {.judged = true});
  const Estimate b = smooth(testing::without_laws(model), series, {.judged = true});
  ASSERT_TRUE(a.status.ok());
  expect_near(a.mean, b.mean, 1e-6);
  expect_near(a.variance, b.variance, 1e-6);
  expect_near(a.left_out, b.left_out, 1e-6);
  expect_near(a.predicted, b.predicted, 1e-6);
  EXPECT_EQ(a.flags(30, 0), Flag::outlier);
  EXPECT_EQ(a.flags.count(0, Flag::outlier), 1);
  EXPECT_EQ(a.flags.count(1, Flag::missing), b.flags.count(1, Flag::missing));
}

TEST(SignalLawSmoother, BandsHoldWhatIsNotKnownOfTheCoefficients) {
  SignalModel model = testing::with_quadratic_law();
  const Series series = testing::small_signal_series();
  const Matrix unsure = smooth(model, series).variance;
  model.laws[0].doubt.setZero();
  const Matrix sure = smooth(model, series).variance;
  EXPECT_GE((unsure - sure).minCoeff(), 0.0);
  EXPECT_GT((unsure - sure).maxCoeff(), 0.0);
}

TEST(SignalLawSmoother, LeavesTheTrendsWhereTheMotionLeavesAllBounds) {
  SignalModel model = testing::with_quadratic_law();
  model.laws[0].model.law.coefficients.row(3).setConstant(5.0);
  const Series series = testing::small_signal_series();
  const Estimate a = smooth(model, series), b = smooth(testing::without_laws(model), series);
  ASSERT_TRUE(a.status.ok());
  EXPECT_EQ(a.mean, b.mean);
  EXPECT_EQ(a.variance, b.variance);
}

TEST(SignalLawSmoother, ForecastsGoAlongTheLaw) {
  const SignalModel model = testing::with_quadratic_law();
  const Series series = testing::small_signal_series();
  const Forecast ahead = forecast(model, series, 5);
  ASSERT_TRUE(ahead.status.ok());
  EXPECT_TRUE(ahead.mean.allFinite());
  EXPECT_GT(ahead.variance(4, 0), ahead.variance(0, 0));
  const Forecast trend = forecast(testing::without_laws(model), series, 5);
  EXPECT_GT((ahead.mean - trend.mean).cwiseAbs().maxCoeff(), 1e-3);
}

}  // namespace
}  // namespace elto
