// SPDX-License-Identifier: Apache-2.0
#include "tuning/band_calibration.hpp"

#include <limits>
#include <vector>

#include "elto/core/random.hpp"

#include "support/linear_state_model.hpp"
#include "support/matrix_near.hpp"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

namespace elto {
namespace {

struct Drawn {
  std::vector<Series> rows, truth;
};

/// From the model itself, so that its bands are right.
Drawn drawn(const StateModel& model, Index rows) {
  const StateBlock& block = model.blocks.front();
  const Matrix L = block.process.llt().matrixL();
  Rng rng(3);
  Vector x = model.mean;
  Matrix truth(rows, 2), observed(rows, 2);
  for (Index t = 0; t < rows; ++t) {
    x = block.law * x + L * rng.normal(3, 1);
    const RowVector signal = (block.observation * x).transpose();
    const RowVector noise = rng.normal(1, 2).cwiseProduct(model.noise.cwiseSqrt());
    truth.row(t) = model.scaling.offset + signal.cwiseProduct(model.scaling.scale);
    observed.row(t) = truth.row(t) + noise.cwiseProduct(model.scaling.scale);
  }
  return {{observed}, {truth}};
}

TEST(BandCalibration, LeavesBandsThatAreRightAlone) {
  const StateModel model = testing::linear_state_model();
  const auto [rows, truth] = drawn(model, 4000);
  const BandFactors bands = calibrated_bands(model, rows, truth);
  // A quantile of n values has a relative standard error of about 0.9 / sqrt(n); neighbouring
  // errors are alike, and forecasts are 500 or so.
  EXPECT_MATRIX_NEAR(bands.filter, RowVector::Ones(2), 0.05);
  EXPECT_MATRIX_NEAR(bands.lag, RowVector::Ones(2), 0.05);
  EXPECT_MATRIX_NEAR(bands.smoother, RowVector::Ones(2), 0.05);
  EXPECT_MATRIX_NEAR(bands.forecast, Matrix::Ones(2, 2), 0.15);
}

// Gains are the same if all variances are divided by the same number.
TEST(BandCalibration, WidensBandsByWhatTheyAreTooNarrow) {
  StateModel model = testing::linear_state_model();
  const auto [rows, truth] = drawn(model, 2000);
  const BandFactors right = calibrated_bands(model, rows, truth);
  constexpr double kTooNarrow = 1.25;
  constexpr double kShare = 1.0 / (kTooNarrow * kTooNarrow);
  StateBlock& block = model.blocks.front();
  block.process *= kShare;
  block.covariance *= kShare;
  model.noise *= kShare;
  const BandFactors wider = calibrated_bands(model, rows, truth);
  EXPECT_MATRIX_NEAR(wider.forecast, kTooNarrow * right.forecast, 1e-9);
  for (const Index j : {0, 1}) EXPECT_GT(wider.smoother[j], 1.15);
}

TEST(BandCalibration, MakesBandsNotMuchNarrowerAndForecastsAsNarrowAsTheyShouldBe) {
  StateModel model = testing::linear_state_model();
  const auto [rows, truth] = drawn(model, 2000);
  const BandFactors right = calibrated_bands(model, rows, truth);
  constexpr double kTooWide = 2.0;
  StateBlock& block = model.blocks.front();
  block.process *= kTooWide * kTooWide;
  block.covariance *= kTooWide * kTooWide;
  model.noise *= kTooWide * kTooWide;
  const BandFactors narrower = calibrated_bands(model, rows, truth);
  EXPECT_MATRIX_NEAR(narrower.forecast, right.forecast / kTooWide, 1e-9);
  EXPECT_MATRIX_NEAR(narrower.filter, RowVector::Constant(2, 0.7), 0.02);  // sqrt(1 / 2) is 0.707
  EXPECT_GE(narrower.filter.minCoeff(), 0.7);
}

TEST(BandCalibration, TakesTheNearestThatIsKnownWhereRowsDoNotReachSoFar) {
  const StateModel model = testing::linear_state_model();
  const auto [rows, truth] = drawn(model, 45);
  const BandFactors bands = calibrated_bands(model, rows, truth);
  EXPECT_MATRIX_EQ(bands.forecast.row(1), bands.forecast.row(0));
  const auto [few, known] = drawn(model, 30);  // 20 forecasts of 5 rows are too few
  const BandFactors of_few = calibrated_bands(model, few, known);
  EXPECT_MATRIX_EQ(of_few.forecast.row(0), of_few.filter);
  EXPECT_MATRIX_EQ(of_few.forecast.row(1), of_few.filter);
}

TEST(BandCalibration, CountsForecastsByTheRowsSinceTheirLastEntry) {
  const StateModel model = testing::linear_state_model();
  auto [rows, truth] = drawn(model, 400);
  rows.front().values.middleRows(100, 200).setConstant(std::numeric_limits<double>::quiet_NaN());
  // Of the rows in the gap only those show that are forecast from the rows before it, and those are
  // missing too.
  truth.front().values.middleRows(100, 200).setConstant(1e6);
  EXPECT_LT(calibrated_bands(model, rows, truth).forecast.maxCoeff(), 2.0);
}

TEST(BandCalibration, MeasuresManyShortSequences) {
  const StateModel model = testing::linear_state_model();
  const auto [rows, truth] = drawn(model, 12 * 300);
  Drawn parts;
  for (Index t = 0; t < rows.front().rows(); t += 12) {
    parts.rows.emplace_back(rows.front().values.middleRows(t, 12));
    parts.truth.emplace_back(truth.front().values.middleRows(t, 12));
  }
  const BandFactors bands = calibrated_bands(model, parts.rows, parts.truth);
  EXPECT_NE(bands.forecast(0, 0), bands.filter[0]);
  EXPECT_EQ(bands.forecast(1, 0), bands.forecast(0, 0));
}

}  // namespace
}  // namespace elto
