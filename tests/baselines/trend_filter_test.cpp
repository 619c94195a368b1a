// SPDX-License-Identifier: Apache-2.0
#include "elto/baselines/trend_filter.hpp"

#include <cmath>
#include <limits>

#include "elto/baselines/motion_models.hpp"
#include "elto/core/random.hpp"

#include "support/error_message.hpp"
#include "support/lorenz96.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

/// The model the filter is for: white acceleration, white noise.
Matrix random_trend(Index rows, double process, double measurement, std::uint32_t seed) {
  Rng rng(seed);
  Matrix y(rows, 1);
  double s = 0.0, v = 0.0;
  for (Index t = 0; t < rows; ++t) {
    y(t, 0) = s + std::sqrt(measurement) * rng.normal();
    // N(0, process [1/3 1/2; 1/2 1]) by its Cholesky factor
    const double a = rng.normal(), b = rng.normal(), q = std::sqrt(process);
    s += v + q * (a / std::sqrt(3.0));
    v += q * (a * std::sqrt(3.0) / 2.0 + b / 2.0);
  }
  return y;
}

TEST(TrendFilter, EqualsTheTextbookFilter) {
  Matrix rows = testing::lorenz96(80, 4, 0.3, 1).noisy;
  rows(20, 1) = kMissing;
  rows.row(50).setConstant(kMissing);
  const TrendFilter trend{no_standardisation(4), 0.3, RowVector::Constant(4, 0.25)};
  const Estimate estimate = filter(trend, rows);
  for (Index j = 0; j < 4; ++j) {
    LinearGaussianModel model =
        constant_velocity(rows.row(0).segment(j, 1), {.process = 0.3 * 0.25, .measurement = 0.25});
    model.covariance = Matrix{{0.25, 0.0}, {0.0, 1e6 * 0.25}};
    LinearGaussianFilter textbook(model);
    textbook.predict();  // starts at the first value, already seen
    for (Index t = 1; t < rows.rows(); ++t) {
      textbook.predict();
      EXPECT_NEAR(estimate.predicted(t, j), textbook.mean()[0], 1e-6);
      textbook.update(rows.row(t).segment(j, 1));
      EXPECT_NEAR(estimate.mean(t, j), textbook.mean()[0], 1e-6);
      EXPECT_NEAR(estimate.variance(t, j), textbook.covariance()(0, 0), 1e-6);
    }
  }
}

TEST(TrendFilter, FindsTheRatioAndTheNoise) {
  const Series series = random_trend(20000, 0.02, 0.5, 2);
  const TrendFilter trend = fit_trend_filter(series);
  EXPECT_NEAR(std::log(trend.ratio), std::log(0.02 / 0.5), 0.2);
  const double scale = trend.scaling.scale[0];
  EXPECT_NEAR(trend.noise[0] * scale * scale, 0.5, 0.03);
}

TEST(TrendFilter, IsBestAtItsRatio) {
  const Series series = testing::lorenz96(500, 5, 0.1, 3).noisy;
  TrendFilter trend = fit_trend_filter(series);
  const double best = prediction_error(trend, series);
  for (const double factor : {0.5, 0.9, 1.1, 2.0}) {
    TrendFilter other = trend;
    other.ratio *= factor;
    EXPECT_LE(best, prediction_error(other, series));
  }
}

TEST(TrendFilter, TakesNoiseAway) {
  const testing::NoisySeries lorenz = testing::lorenz96(1000, 5, 0.5, 4);
  const Estimate estimate = filter(fit_trend_filter(lorenz.noisy), lorenz.noisy);
  EXPECT_LT((estimate.mean - lorenz.clean).squaredNorm(),
            0.3 * (lorenz.noisy - lorenz.clean).squaredNorm());
}

TEST(TrendFilter, BridgesWhatIsMissing) {
  Matrix rows = testing::lorenz96(200, 4, 0.1, 5).noisy;
  rows.topRows(3).col(0).setConstant(kMissing);
  const Estimate estimate = filter(fit_trend_filter(testing::lorenz96(200, 4, 0.1, 5).noisy), rows);
  EXPECT_TRUE(std::isnan(estimate.mean(2, 0)));
  EXPECT_TRUE(estimate.mean.bottomRows(197).allFinite());
}

TEST(TrendFilter, SaysWhatIsWrong) {
  const TrendFilter trend = fit_trend_filter(random_trend(100, 1.0, 1.0, 1));
  EXPECT_REFUSED(filter(trend, Matrix::Zero(5, 2)), "series columns: must be 1 as in the filter");
  EXPECT_REFUSED(fit_trend_filter(Matrix{{1.0}, {2.0}}), "series: must be long enough");
}

}  // namespace
}  // namespace elto
