// SPDX-License-Identifier: Apache-2.0
#include "elto/baselines/trend_filter.hpp"

#include <cmath>

#include "elto/baselines/motion_models.hpp"
#include "elto/core/random.hpp"

#include "support/error_message.hpp"
#include "support/lorenz96.hpp"
#include "support/matrix_near.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kMissing;

TEST(TrendFilter, EqualsTheTextbookFilter) {
  Matrix rows = testing::lorenz96(80, 4, 0.3, 1).noisy;
  rows(20, 1) = kMissing;
  rows.row(50).setConstant(kMissing);
  const TrendFilter trend{no_standardisation(4), {0.3, RowVector::Constant(4, 0.25)}};
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

TEST(TrendFilter, TakesNoiseAway) {
  const testing::NoisySeries lorenz = testing::lorenz96(1000, 5, 0.5, 4);
  const Estimate estimate = filter(fit_trend_filter(lorenz.noisy), lorenz.noisy);
  EXPECT_LT((estimate.mean - lorenz.clean).squaredNorm(),
            0.3 * (lorenz.noisy - lorenz.clean).squaredNorm());
}

TEST(TrendFilter, SmoothingTakesMoreNoiseAway) {
  const testing::NoisySeries lorenz = testing::lorenz96(1000, 5, 0.5, 4);
  const TrendFilter trend = fit_trend_filter(lorenz.noisy);
  const Estimate filtered = filter(trend, lorenz.noisy), smoothed = smooth(trend, lorenz.noisy);
  EXPECT_LT((smoothed.mean - lorenz.clean).squaredNorm(),
            0.5 * (filtered.mean - lorenz.clean).squaredNorm());
  EXPECT_TRUE((smoothed.variance.array() < filtered.variance.array() * (1.0 + 1e-9)).all());
  // Nothing is predicted for the first row.
  EXPECT_MATRIX_EQ(Matrix(smoothed.predicted.bottomRows(999)),
                   Matrix(filtered.predicted.bottomRows(999)));
}

TEST(TrendFilter, BridgesWhatIsMissing) {
  Matrix rows = testing::lorenz96(200, 4, 0.1, 5).noisy;
  rows.topRows(3).col(0).setConstant(kMissing);
  const Estimate estimate = filter(fit_trend_filter(testing::lorenz96(200, 4, 0.1, 5).noisy), rows);
  EXPECT_TRUE(std::isnan(estimate.mean(2, 0)));
  EXPECT_TRUE(estimate.mean.bottomRows(197).allFinite());
}

TEST(TrendFilter, SaysWhatIsWrong) {
  const TrendFilter trend = fit_trend_filter(Rng(1).normal(100, 1));
  EXPECT_REFUSED(filter(trend, Matrix::Zero(5, 2)), "series columns: must be 1 as in the filter");
  EXPECT_REFUSED(fit_trend_filter(Matrix{{1.0}, {2.0}}), "series: must be long enough");
}

}  // namespace
}  // namespace elto
