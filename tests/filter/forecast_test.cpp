// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/forecast.hpp"

#include <limits>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/filter/filter.hpp"
#include "elto/filter/state_smoother.hpp"
#include "elto/model/learn.hpp"

#include "support/error_message.hpp"
#include "support/lorenz96.hpp"
#include "support/matrix_near.hpp"
#include "support/small_state_model.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Model sample_model() {
  return learn(testing::lorenz96(150, 4, 0.1, 1).noisy, {.operators = {.rank = {.max_rank = 40}}});
}

// A missing row is a prediction that stands, so missing rows behind the last are a forecast.
TEST(Forecast, EqualsFilteringMissingRows) {
  const Model model = sample_model();
  Matrix rows = testing::lorenz96(60, 4, 0.1, 2).noisy;
  const Forecast ahead = forecast(model, rows.topRows(50), 10);
  rows.bottomRows(10).setConstant(std::numeric_limits<double>::quiet_NaN());
  const Estimate estimate = filter(model, rows);
  EXPECT_TRUE(ahead.status.ok());
  EXPECT_MATRIX_EQ(ahead.mean, estimate.mean.bottomRows(10));
  EXPECT_MATRIX_NEAR(ahead.variance, estimate.variance.bottomRows(10), 1e-12);
}

TEST(Forecast, OfAStateModelEqualsFilteringMissingRows) {
  Matrix rows = testing::lorenz96(300, 4, 0.1, 2).noisy;
  StateModel model = learn_state_model(testing::state_examples(rows), {});
  model.bands.filter.setConstant(1.5);
  const Forecast ahead = forecast(model, rows.topRows(290), 10);
  rows.bottomRows(10).setConstant(std::numeric_limits<double>::quiet_NaN());
  const Estimate estimate = filter(model, rows);
  EXPECT_TRUE(ahead.status.ok());
  EXPECT_MATRIX_EQ(ahead.mean, estimate.mean.bottomRows(10));
  EXPECT_MATRIX_NEAR(ahead.variance, estimate.variance.bottomRows(10), 1e-12);
  EXPECT_REFUSED(forecast(model, rows, 0), "steps: must be at least 1, got 0");
}

TEST(Forecast, OfAStateModelHasBandsByTheRowsSinceTheLast) {
  const Matrix rows = testing::lorenz96(300, 4, 0.1, 2).noisy;
  for (const bool latent : {false, true}) {
    StateModel model = learn_state_model(
        latent ? testing::latent_examples(rows) : testing::state_examples(rows), {});
    const Matrix plain = forecast(model, rows, 25).variance;
    model.bands.filter.setConstant(2.0);
    model.bands.forecast.row(0).setConstant(0.5);
    model.bands.forecast.row(1).setConstant(3.0);
    const Matrix factors = forecast(model, rows, 25).variance.cwiseQuotient(plain).cwiseSqrt();
    for (const auto& [ahead, factor] : {std::pair{1, 2.0}, {5, 0.5}, {20, 3.0}, {25, 3.0}})
      EXPECT_MATRIX_NEAR(factors.row(ahead - 1), RowVector::Constant(4, factor), 1e-12);

    // What is taken of one channel tells of that alone, unless all are latent.
    Matrix in_part = rows;
    in_part.bottomLeftCorner(5, 3).setConstant(std::numeric_limits<double>::quiet_NaN());
    const RowVector bands = filter(model, in_part).variance.row(299);
    model.bands = BandFactors(4);
    const RowVector without = filter(model, in_part).variance.row(299);
    EXPECT_NEAR(bands[0] / without[0], latent ? 4.0 : 0.25, 1e-12);
    EXPECT_NEAR(bands[3] / without[3], 4.0, 1e-12);
  }
}

TEST(Forecast, IsLessCertainThanWhatIsKnown) {
  const Model model = sample_model();
  const Matrix rows = testing::lorenz96(50, 4, 0.1, 2).noisy;
  const Forecast ahead = forecast(model, rows, 20);
  EXPECT_LT(filter(model, rows).variance.bottomRows(1).sum(), ahead.variance.row(0).sum());
  EXPECT_LT(ahead.variance.row(0).sum(), ahead.variance.row(19).sum());
}

TEST(Forecast, SaysWhatIsWrong) {
  const Model model = sample_model();
  EXPECT_REFUSED(forecast(model, Matrix::Zero(5, 4), 0), "steps: must be at least 1, got 0");
  EXPECT_REFUSED(forecast(model, Matrix::Zero(5, 3), 1), "series columns: must be 4");
}

}  // namespace
}  // namespace elto
