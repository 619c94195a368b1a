// SPDX-License-Identifier: Apache-2.0
// That it is the oracle of the feature-space filter is tested there (tests/filter).
#include "elto/baselines/dense_filter.hpp"

#include <cmath>

#include "elto/filter/filter.hpp"
#include "elto/model/learn.hpp"

#include "support/disturb.hpp"
#include "support/error_message.hpp"
#include "support/lorenz96.hpp"
#include "support/matrix_near.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kMissing;

Matrix number(double value) {
  return Matrix::Constant(1, 1, value);
}

/// One sample: every matrix is a number, and o(y) = y.
struct Scalars {
  DenseOperators op{number(0.5), number(2.0), number(3.0), number(1.0), Linear{}};
  DenseBelief belief{Vector::Ones(1), number(1.0)};
  NoiseModel noise{number(2.0), number(2.0)};  // Q = R = 4
  Matrix rows{{14.0}, {kMissing}};
  AdaptationOptions adaptation{.window = 1, .measurement_memory = 0.5, .process_memory = 0.25};
};

// gain = 2 / (3 2 1 2 + 4) = 1/8, d = 14 - 6 = 8, m = 2, S = 1/4, e = 2
// R_hat = 4 + 6 / 4 2 = 7, Q_hat = 1
TEST(DenseFilter, TakesOneStepByHand) {
  const Scalars s;
  const DenseEstimate estimate =
      dense_filter(s.op, s.belief, s.noise, s.rows, {s.adaptation, NoiseForm::dense});
  EXPECT_DOUBLE_EQ(estimate.predicted(0, 0), 2.0);
  EXPECT_DOUBLE_EQ(estimate.mean(0, 0), 4.0);
  EXPECT_DOUBLE_EQ(estimate.covariance[0](0, 0), 1.0);
  EXPECT_DOUBLE_EQ(estimate.R(0, 0), 0.5 * 4.0 + 0.5 * 7.0);
  EXPECT_DOUBLE_EQ(estimate.Q(0, 0), 0.25 * 4.0 + 0.75 * 1.0);
  // The next row is missing: m = 1, S = 1/16 + Q.
  EXPECT_DOUBLE_EQ(estimate.predicted(1, 0), 2.0);
  EXPECT_DOUBLE_EQ(estimate.mean(1, 0), 2.0);
  EXPECT_DOUBLE_EQ(estimate.covariance[1](0, 0), 4.0 * (0.0625 + 1.75));
  EXPECT_TRUE(estimate.status.ok());
}

TEST(DenseFilter, BlendsFactorsWhereTheNoiseIsScalarBlock) {
  const Scalars s;
  const DenseEstimate estimate = dense_filter(s.op, s.belief, s.noise, s.rows, {s.adaptation});
  const double M = 0.5 * 2.0 + 0.5 * std::sqrt(7.0), L = 0.25 * 2.0 + 0.75 * 1.0;
  EXPECT_DOUBLE_EQ(estimate.noise.measurement_factor(0, 0), M);
  EXPECT_DOUBLE_EQ(estimate.noise.process_factor(0, 0), L);
  EXPECT_DOUBLE_EQ(estimate.R(0, 0), M * M);
  EXPECT_DOUBLE_EQ(estimate.Q(0, 0), L * L);
}

/// A small model of a Lorenz-96 series, and rows to filter with one of them missing.
struct Lorenz {
  Model model;
  Matrix rows;

  explicit Lorenz(const AdaptationOptions& adaptation) {
    ModelOptions options;
    options.operators.rank = RankOptions::exact();
    options.scaling = Scaling::none;
    options.update = UpdateRule::as_printed;
    options.noise = {.blocks = 3, .measurement = 1e-3};
    options.adaptation = adaptation;
    const Matrix noisy = testing::lorenz96(100, 4, 0.1, 1).noisy;
    model = learn(noisy.topRows(60), options);
    testing::disturb(model.noise);
    rows = noisy.bottomRows(30);
    rows.row(10).setConstant(kMissing);
  }

  DenseEstimate filtered(NoiseForm form) const {
    return dense_filter(dense_operators(model.data, model.operator_options),
                        dense_initial_belief(model), model.noise, rows, {model.adaptation, form});
  }
};

TEST(DenseFilter, FormsOfTheNoiseAreTheSameUntilItIsAdapted) {
  const Lorenz lorenz({.measurement_memory = 1.0, .process_memory = 1.0});
  const DenseEstimate structured = lorenz.filtered(NoiseForm::scalar_block);
  const DenseEstimate dense = lorenz.filtered(NoiseForm::dense);
  EXPECT_MATRIX_EQ(dense.mean, structured.mean);
  EXPECT_MATRIX_EQ(dense.R, structured.R);
  EXPECT_MATRIX_EQ(dense.Q, structured.Q);
}

TEST(DenseFilter, DenseNoiseStaysSymmetricAndLosesItsStructure) {
  const Lorenz lorenz({.measurement_memory = 0.9, .process_memory = 0.9});
  const DenseEstimate dense = lorenz.filtered(NoiseForm::dense);
  ASSERT_TRUE(dense.status.ok());
  EXPECT_MATRIX_NEAR(dense.R, dense.R.transpose(), 1e-12);
  EXPECT_MATRIX_NEAR(dense.Q, dense.Q.transpose(), 1e-12);
  const Matrix nearest = dense_scalar_block(dense.R.rows(), dense_projection(dense.R, 3, 1e-8));
  EXPECT_GT((dense.R - nearest).norm(), 0.05 * dense.R.norm());
}

TEST(DenseFilter, PassesOverAMissingRowAsTheFeatureSpaceFilterDoes) {
  const Lorenz lorenz({.window = 4, .measurement_memory = 0.8, .process_memory = 0.9});
  const DenseEstimate dense = lorenz.filtered(NoiseForm::scalar_block);
  const Estimate fast = filter(lorenz.model, lorenz.rows);
  EXPECT_MATRIX_NEAR(dense.mean, fast.mean, 1e-8);
  EXPECT_MATRIX_NEAR(dense.predicted, fast.predicted, 1e-8);
  EXPECT_MATRIX_EQ(dense.mean.row(10), dense.predicted.row(10));
}

TEST(DenseFilter, SaysWhereTheBeliefIsNoLongerFinite) {
  Scalars s;
  s.op.T = number(1e200);
  const DenseEstimate estimate = dense_filter(s.op, s.belief, s.noise, Matrix::Ones(4, 1));
  EXPECT_EQ(estimate.status, (Status{StatusCode::not_finite, 1}));
  EXPECT_TRUE(std::isfinite(estimate.mean(0, 0)));
  EXPECT_TRUE(estimate.mean.bottomRows(3).array().isNaN().all());
  EXPECT_TRUE(estimate.covariance[1].array().isNaN().all());
}

TEST(DenseFilter, SaysWhatIsWrong) {
  const Scalars s;
  EXPECT_REFUSED(dense_filter(s.op, s.belief, s.noise, Matrix::Zero(3, 2)),
                 "rows: must be 1 columns as in the operators, got 2");
  EXPECT_REFUSED(dense_filter(s.op, s.belief, s.noise, s.rows, {{.window = 0}}),
                 "adaptation.window: must be at least 1");
}

}  // namespace
}  // namespace elto
