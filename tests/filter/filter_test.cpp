// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/filter.hpp"

#include <limits>

#include "elto/core/error.hpp"
#include "elto/filter/stepper.hpp"
#include "elto/model/learn.hpp"

#include "support/lorenz96.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Model model_with(const AdaptationOptions& adaptation) {
  return learn(testing::lorenz96(150, 4, 0.1, 1).noisy,
               {.operators = {.rank = {.max_rank = 40}}, .adaptation = adaptation});
}

TEST(Filter, StreamEqualsBatchBitForBit) {
  for (const double memory : {1.0, 0.8}) {
    const Model model = model_with({.measurement_memory = memory, .process_memory = memory});
    Matrix rows = testing::lorenz96(120, 4, 0.1, 2).noisy;
    rows.middleRows(50, 3).setConstant(std::numeric_limits<double>::quiet_NaN());
    const Estimate batch = filter(model, rows);
    Stepper stepper(model);
    for (Index t = 0; t < rows.rows(); ++t) {
      stepper.predict();
      ASSERT_MATRIX_NEAR(stepper.mean(), batch.predicted.row(t), 0.0);
      stepper.update(rows.row(t));
      ASSERT_MATRIX_NEAR(stepper.mean(), batch.mean.row(t), 0.0);
      ASSERT_MATRIX_NEAR(stepper.covariance(), batch.covariance[static_cast<std::size_t>(t)], 0.0);
    }
    EXPECT_TRUE(batch.status.ok());
  }
}

TEST(Filter, VariancesAreTheDiagonalOfTheCovariances) {
  const Model model = model_with({});
  const Matrix rows = testing::lorenz96(60, 4, 0.1, 2).noisy;
  const Estimate full = filter(model, rows);
  const Estimate lean = filter(model, rows, {.covariances = Covariances::variances});
  EXPECT_TRUE(lean.covariance.empty());
  EXPECT_MATRIX_NEAR(lean.variance, full.variance, 1e-14);
  EXPECT_MATRIX_EQ(lean.mean, full.mean);
  for (std::size_t t = 0; t < full.covariance.size(); ++t) {
    EXPECT_MATRIX_EQ(full.covariance[t], Matrix(full.covariance[t].transpose()));
    EXPECT_MATRIX_EQ(full.variance.row(static_cast<Index>(t)),
                     full.covariance[t].diagonal().transpose());
  }
}

TEST(Filter, SpeaksTheUnitsOfTheData) {
  const Matrix rows = testing::lorenz96(200, 4, 0.1, 1).noisy;
  const RowVector scale = RowVector::LinSpaced(4, 10.0, 1000.0),
                  offset = RowVector::LinSpaced(4, -500.0, 300.0);
  const Matrix scaled = (rows * scale.asDiagonal()).rowwise() + offset;
  const Estimate plain = filter(learn(rows), rows);
  const Estimate moved = filter(learn(scaled), scaled);
  const Matrix expected = (plain.mean * scale.asDiagonal()).rowwise() + offset;
  // The search for the states amplifies rounding: a few more digits than plotted are asked for.
  EXPECT_MATRIX_NEAR((moved.mean - expected) * scale.cwiseInverse().asDiagonal(),
                     Matrix::Zero(200, 4), 1e-3);
  const Matrix variance = plain.variance * scale.cwiseAbs2().asDiagonal();
  EXPECT_MATRIX_NEAR(moved.variance.cwiseQuotient(variance), Matrix::Ones(200, 4), 1e-3);
}

TEST(Filter, LeavesNaNAfterAFailure) {
  Model model = model_with({});
  model.operators.Phi *= 1e200;
  const Estimate estimate = filter(model, testing::lorenz96(10, 4, 0.1, 2).noisy);
  EXPECT_EQ(estimate.status, (Status{StatusCode::not_finite, 1}));
  EXPECT_TRUE(estimate.mean.topRows(1).allFinite());
  EXPECT_TRUE(estimate.mean.bottomRows(9).array().isNaN().all());
}

TEST(Filter, RefusesASeriesThatDoesNotFit) {
  const Model model = model_with({});
  EXPECT_THROW(filter(model, Matrix(0, 4)), InvalidArgument);
  EXPECT_THROW(filter(model, Matrix::Zero(5, 2)), InvalidArgument);
  Matrix rows = Matrix::Zero(5, 4);
  rows(2, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(filter(model, rows), InvalidArgument);
}

// Against moving each entry by itself. What the other entries add to the measured mean has a random
// sign; over 60 rows it is of the order of a tenth.
TEST(Filter, MeasuresHowMuchAnEstimateFollowsItsOwnRow) {
  const Model model = model_with({});
  const Matrix rows = testing::lorenz96(60, 4, 0.1, 2).noisy;
  const Estimate estimate = filter(model, rows, {.sensitivity = true});
  RowVector exact = RowVector::Zero(4);
  for (Index t = 0; t < rows.rows(); ++t)
    for (Index j = 0; j < 4; ++j) {
      Matrix moved = rows;
      moved(t, j) += 1e-5;
      exact[j] += (filter(model, moved).mean(t, j) - estimate.mean(t, j)) / 1e-5 / 60.0;
    }
  EXPECT_MATRIX_NEAR(estimate.sensitivity, exact, 0.1);
  EXPECT_GT(exact.minCoeff(), 0.0);
  EXPECT_EQ(filter(model, rows).sensitivity.size(), 0);
}

TEST(Filter, MultipliesBandsByTheFactorsOfTheModel) {
  Model model = model_with({});
  Matrix rows = testing::lorenz96(30, 4, 0.1, 2).noisy;
  rows.row(20).setConstant(std::numeric_limits<double>::quiet_NaN());
  const Estimate plain = filter(model, rows);
  model.estimate_factor.setConstant(2.0);
  model.prediction_factor.setConstant(3.0);
  const Estimate wide = filter(model, rows);
  EXPECT_MATRIX_EQ(wide.mean, plain.mean);
  EXPECT_MATRIX_NEAR(wide.predicted_variance, 9.0 * plain.predicted_variance, 1e-12);
  EXPECT_MATRIX_NEAR(wide.variance.topRows(20), 4.0 * plain.variance.topRows(20), 1e-12);
  EXPECT_MATRIX_NEAR(wide.variance.row(20), 9.0 * plain.variance.row(20), 1e-12);
}

}  // namespace
}  // namespace elto
