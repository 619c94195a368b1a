// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/state_smoother.hpp"

#include <limits>

#include "elto/core/random.hpp"
#include "elto/filter/state_filter.hpp"
#include "elto/noise/noise_in_hindsight.hpp"

#include "support/error_message.hpp"
#include "support/linear_state_model.hpp"
#include "support/matrix_near.hpp"
#include "support/small_state_model.hpp"
#include "support/textbook_state_smoother.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(StateSmoother, EqualsTheJointGaussianIfTheMapIsLinear) {
  const StateModel model = testing::linear_state_model();
  const Matrix rows = testing::rows_with_gaps(), C = model.blocks.front().observation;
  const Estimate estimate = smooth(model, rows);
  const testing::JointGaussian exact = testing::conditioned(model, model.scaling.apply(rows));
  for (Index t = 0; t < rows.rows(); ++t) {
    const RowVector mean =
        (C * exact.mean.segment(3 * t, 3)).transpose().cwiseProduct(model.scaling.scale) +
        model.scaling.offset;
    const Matrix P = exact.covariance.block(3 * t, 3 * t, 3, 3);
    const RowVector variance = (C * P * C.transpose()).diagonal().transpose();
    EXPECT_MATRIX_NEAR(estimate.mean.row(t), mean, 1e-8);
    EXPECT_MATRIX_NEAR(estimate.variance.row(t),
                       variance.cwiseProduct(model.scaling.scale.cwiseAbs2()), 1e-8);
  }
}

TEST(StateSmoother, WidensItsBandsByTheFactors) {
  StateModel model = testing::linear_state_model();
  const Matrix rows = testing::rows_with_gaps();
  const Matrix filtered = filter(model, rows).variance, smoothed = smooth(model, rows).variance;
  model.bands.filter = RowVector{{2.0, 1.0}};
  model.bands.forecast.col(0).setConstant(2.0);
  model.bands.smoother = RowVector{{1.0, 3.0}};
  EXPECT_MATRIX_NEAR(filter(model, rows).variance.col(0), 4.0 * filtered.col(0), 1e-12);
  EXPECT_MATRIX_NEAR(smooth(model, rows).variance.col(1), 9.0 * smoothed.col(1), 1e-12);
}

TEST(StateSmoother, KnowsHowMuchAnEstimateFollowsItsOwnRow) {
  const StateModel model = testing::linear_state_model();
  // About where the model expects them: it must not take itself for lost.
  const Matrix rows =
      (Rng(8).normal(20, 2) * model.scaling.scale.asDiagonal()).rowwise() + model.scaling.offset;
  const auto measured = [&](auto estimate_of) {
    constexpr double kStep = 1e-3;  // the estimates are linear in the rows
    RowVector sum = RowVector::Zero(2);
    for (Index t = 0; t < 20; ++t)
      for (Index j = 0; j < 2; ++j) {
        Matrix moved = rows;
        moved(t, j) += kStep;
        sum[j] += (estimate_of(moved).mean(t, j) - estimate_of(rows).mean(t, j)) / kStep;
      }
    return RowVector(sum / 20.0);
  };
  const auto filtered = [&](const Matrix& y) { return filter(model, y); };
  const auto smoothed = [&](const Matrix& y) { return smooth(model, y); };
  EXPECT_MATRIX_NEAR(filtered(rows).sensitivity, measured(filtered), 1e-9);
  EXPECT_MATRIX_NEAR(smoothed(rows).sensitivity, measured(smoothed), 1e-9);
}

TEST(StateSmoother, GivesWholeCovariancesOnRequest) {
  const StateModel model = testing::linear_state_model();
  const Matrix rows = testing::rows_with_gaps();
  for (const Estimate& estimate :
       {filter(model, rows, Covariances::full), smooth(model, rows, Covariances::full)}) {
    ASSERT_EQ(estimate.covariance.size(), 9U);
    for (const Index t : {0, 6})
      EXPECT_MATRIX_NEAR(
          RowVector(estimate.covariance[static_cast<std::size_t>(t)].diagonal().transpose()),
          RowVector(estimate.variance.row(t)), 1e-9);
  }
  EXPECT_TRUE(filter(model, rows).covariance.empty());
}

TEST(StateSmoother, CanTellAFilterTheNoise) {
  const StateModel model = testing::small_state_model();
  StateModel noisier = model;
  noisier.noise *= 4.0;
  const Matrix rows = testing::lorenz96(20, 4, 0.1, 9).noisy;
  StateFilter told(model), knowing(noisier);
  told.set_noise(noisier.noise);
  for (const auto& row : rows.rowwise()) {
    told.predict();
    EXPECT_TRUE(told.update(row).ok());
    knowing.predict();
    EXPECT_TRUE(knowing.update(row).ok());
    EXPECT_MATRIX_EQ(told.mean(), knowing.mean());
    EXPECT_MATRIX_EQ(told.variance(), knowing.variance());
  }
  EXPECT_REFUSED(told.set_noise(RowVector::Ones(3)), "noise: must be of 4 variances, got 3");
  EXPECT_REFUSED(told.set_noise(RowVector::Zero(4)), "noise: must be positive, got 0");
}

/// Noise of 0.1, larger in the middle third.
testing::NoisySeries noisier_for_a_while(Index rows, double times) {
  testing::NoisySeries series = testing::lorenz96(rows, 4, 0.1, 9);
  series.noisy.middleRows(rows / 3, rows / 3) +=
      (times - 1.0) * (series.noisy - series.clean).middleRows(rows / 3, rows / 3);
  return series;
}

TEST(StateSmoother, MeasuresNoiseThatAdaptsFromBothSidesAndLooksAgain) {
  StateModel model = testing::small_state_model();
  model.memory.measurement = 0.9;
  Matrix rows = noisier_for_a_while(90, 2.0).noisy;
  rows(20, 1) = rows(45, 0) = std::numeric_limits<double>::quiet_NaN();
  const Matrix standardised = model.scaling.apply(rows);
  const testing::TextbookPath first = testing::textbook_smoother(model, rows);
  Matrix squares = (standardised - first.mean).cwiseAbs2() + first.variance;
  for (Index i = 0; i < squares.size(); ++i)
    if (squares(i) > 25.0 * first.noise(i)) squares(i) = 25.0 * first.noise(i);
  const Matrix noise = noise_in_hindsight(squares, first.noise, 0.9);
  StateModel knowing = model;
  knowing.memory.measurement = 1.0;
  const testing::TextbookPath second = testing::textbook_smoother(knowing, rows, &noise);
  const Estimate estimate = smooth(model, rows);
  // One that is passed over would tell nothing of the noise.
  ASSERT_EQ(filter(model, rows).gate->rejected + estimate.gate->rejected, 0);
  EXPECT_MATRIX_NEAR(model.scaling.apply(estimate.mean), second.mean, 1e-8);
  EXPECT_MATRIX_NEAR(
      estimate.variance * model.scaling.scale.cwiseAbs2().cwiseInverse().asDiagonal(),
      second.variance, 1e-8);
}

TEST(StateSmoother, SaysThatACovarianceIsNotDefinite) {
  StateModel model = testing::indefinite_state_model();
  const Matrix rows = testing::rows_with_gaps();
  for (const double memory : {1.0, 0.9}) {
    model.memory.measurement = memory;
    ASSERT_TRUE(filter(model, rows).status.ok());
    const Estimate estimate = smooth(model, rows, Covariances::full);
    EXPECT_EQ(estimate.status, (Status{StatusCode::not_definite, 7}));
    EXPECT_TRUE(estimate.mean.topRows(8).array().isNaN().all());
    EXPECT_TRUE(estimate.variance.topRows(8).array().isNaN().all());
    EXPECT_TRUE(estimate.covariance[7].array().isNaN().all());
    EXPECT_TRUE(estimate.mean.row(8).allFinite());
  }
}

TEST(StateSmoother, PredictsAsTheFilterDoes) {
  StateModel model = testing::small_state_model();
  model.memory.measurement = 0.9;
  const Matrix rows = noisier_for_a_while(90, 2.0).noisy;
  const Estimate filtered = filter(model, rows), smoothed = smooth(model, rows);
  EXPECT_MATRIX_EQ(smoothed.predicted, filtered.predicted);
  EXPECT_MATRIX_EQ(smoothed.predicted_variance, filtered.predicted_variance);
}

TEST(StateSmoother, IsBetterForLookingAgainWhereTheNoiseChanges) {
  StateModel model = testing::small_state_model();
  const testing::NoisySeries series = noisier_for_a_while(600, 10.0);
  const auto error = [&](const Matrix& mean) { return (mean - series.clean).squaredNorm(); };
  const double constant = error(smooth(model, series.noisy).mean);
  model.memory.measurement = 0.95;
  const double once = error(testing::textbook_smoother_in_units(model, series.noisy).mean);
  const double twice = error(smooth(model, series.noisy).mean);
  EXPECT_LT(twice, 0.9 * once);
  EXPECT_LT(twice, 0.1 * constant);
}

TEST(StateSmoother, TakesAnOutlierInTheFirstRowForMissing) {
  const StateModel model = testing::small_state_model();
  const Matrix rows = testing::lorenz96(60, 4, 0.1, 9).noisy;
  for (Index j = 0; j < 4; ++j) {
    Matrix spoiled = rows, missing = rows;
    spoiled(0, j) += 8.0;
    missing(0, j) = std::numeric_limits<double>::quiet_NaN();
    const Estimate estimate = smooth(model, spoiled), expected = smooth(model, missing);
    EXPECT_MATRIX_EQ(estimate.mean, expected.mean);
    EXPECT_MATRIX_EQ(estimate.variance, expected.variance);
    EXPECT_EQ(estimate.gate->rejected, expected.gate->rejected + 1);
  }
}

TEST(StateSmoother, BelievesAFirstRowThatTheOthersFollow) {
  const StateModel model = testing::small_state_model();
  const testing::NoisySeries series = testing::lorenz96(60, 4, 0.1, 9);
  const Matrix far = series.noisy.array() + 50.0, clean = series.clean.array() + 50.0;
  EXPECT_LT((smooth(model, far).mean - clean).row(0).cwiseAbs().maxCoeff(), 0.5);
}

}  // namespace
}  // namespace elto
