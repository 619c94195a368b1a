// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/filter.hpp"

#include <limits>

#include "elto/baselines/dense_filter.hpp"
#include "elto/core/error.hpp"
#include "elto/core/random.hpp"
#include "elto/features/gram.hpp"
#include "elto/filter/stepper.hpp"
#include "elto/model/learn.hpp"

#include "support/dense_algebra.hpp"
#include "support/disturb.hpp"
#include "support/joint_gaussian.hpp"
#include "support/linear_case.hpp"
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
      EXPECT_TRUE(stepper.update(rows.row(t)).ok());
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
  EXPECT_THROW((void)filter(model, Matrix(0, 4)), InvalidArgument);
  EXPECT_THROW((void)filter(model, Matrix::Zero(5, 2)), InvalidArgument);
  Matrix rows = Matrix::Zero(5, 4);
  rows(2, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW((void)filter(model, rows), InvalidArgument);
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

TEST(Smooth, EqualsTheJointGaussianOfALinearSystem) {
  const testing::LinearCase linear = testing::linear_case();
  Matrix rows = Rng(1).normal(30, 2);
  rows.middleRows(11, 2).setConstant(std::numeric_limits<double>::quiet_NaN());
  const Estimate estimate = smooth(linear.model, rows);
  const testing::JointGaussian exact = testing::conditioned(linear.system, rows);
  const Matrix& H = linear.system.H;
  for (Index t = 0; t < rows.rows(); ++t) {
    EXPECT_MATRIX_NEAR(estimate.mean.row(t).transpose(), H * exact.mean.segment(3 * t, 3), 1e-8);
    EXPECT_MATRIX_NEAR(estimate.covariance[static_cast<std::size_t>(t)],
                       H * exact.covariance.block(3 * t, 3 * t, 3, 3) * H.transpose(), 1e-8);
  }
}

Matrix symmetric_part(const Matrix& A) {
  return 0.5 * (A + A.transpose());
}

/// What a filter believed of each row before and after it, and the textbook's way back over it
/// (Rauch, Tung and Striebel).
struct Beliefs {
  std::vector<Vector> prior, posterior;
  std::vector<Matrix> prior_covariance, covariance;

  void smooth(const Matrix& transition) {
    for (std::size_t t = posterior.size() - 1; t-- > 0;) {
      const Matrix G =
          testing::dense_solve(prior_covariance[t + 1], transition * covariance[t]).transpose();
      posterior[t] += G * (posterior[t + 1] - prior[t + 1]);
      covariance[t] += G * (covariance[t + 1] - prior_covariance[t + 1]) * G.transpose();
    }
  }
};

/// The paper's filter on weights of the samples, N x N.
struct DenseSmoother : Beliefs {
  DenseOperators op;
  Matrix Q, R;

  explicit DenseSmoother(const Model& model)
      : op(dense_operators(model.data, model.operator_options)),
        Q(dense_scalar_block(op.T.rows(),
                             model.noise.process_factor * model.noise.process_factor.transpose())),
        R(dense_scalar_block(op.O.rows(), model.noise.measurement_factor *
                                              model.noise.measurement_factor.transpose())) {}

  void run(DenseBelief belief, const Matrix& rows) {
    const Matrix GO = op.G_y * op.O;
    for (Index t = 0; t < rows.rows(); ++t) {
      if (t > 0) {
        belief.m = (op.T * belief.m).eval();
        belief.S = symmetric_part(op.T * belief.S * op.T.transpose()) + Q;
      }
      prior.push_back(belief.m);
      prior_covariance.push_back(belief.S);
      if (!rows.row(t).hasNaN()) {
        const Matrix S = belief.S;
        const Matrix gain =
            testing::dense_solve((GO * S * op.O.transpose() + R).transpose(), op.O * S).transpose();
        const Matrix o = gram(op.observation_kernel, op.Y, rows.row(t));
        belief.m += gain * (o - GO * belief.m);
        belief.S = S - gain * GO * S;
      }
      posterior.push_back(belief.m);
      covariance.push_back(symmetric_part(belief.S));
    }
    smooth(op.T);
  }
};

TEST(Smooth, AgreesWithADenseSmootherOnWeights) {
  for (const Index blocks : {1, 3}) {
    ModelOptions options;
    options.noise = {.blocks = blocks, .measurement = 1e-2};
    options.scaling = Scaling::none;
    options.update = UpdateRule::as_printed;
    options.operators.rank = RankOptions::exact();
    Model model = learn(testing::lorenz96(69, 4, 0.1, 1).noisy, options);
    testing::disturb(model.noise);
    Matrix rows = testing::lorenz96(130, 4, 0.2, 2).noisy.bottomRows(30);
    rows.middleRows(20, 2).setConstant(std::numeric_limits<double>::quiet_NaN());
    DenseSmoother dense(model);
    dense.run(dense_initial_belief(model), rows);
    const Estimate estimate = smooth(model, rows);
    const Matrix YO = dense.op.Y.transpose() * dense.op.O;
    for (std::size_t t = 0; t < 30; ++t) {
      EXPECT_MATRIX_NEAR(estimate.mean.row(static_cast<Index>(t)).transpose(),
                         YO * dense.posterior[t], 1e-7);
      EXPECT_MATRIX_NEAR(estimate.covariance[t], YO * dense.covariance[t] * YO.transpose(), 1e-7);
    }
  }
}

/// What a stepper believes, whatever made it: adaptive noise, guarded updates, missing rows.
Beliefs beliefs_of(const Model& model, const Matrix& rows) {
  Beliefs beliefs;
  Stepper stepper(model);
  for (Index t = 0; t < rows.rows(); ++t) {
    stepper.predict();
    beliefs.prior.push_back(stepper.belief().mean());
    beliefs.prior_covariance.push_back(stepper.belief().covariance());
    EXPECT_TRUE(stepper.update(rows.row(t)).ok());
    beliefs.posterior.push_back(stepper.belief().mean());
    beliefs.covariance.push_back(symmetric_part(stepper.belief().covariance()));
  }
  return beliefs;
}

/// So few that their covariances can be inverted.
Model few_features(const ModelOptions& options) {
  ModelOptions few = options;
  few.operators.rank = {.max_rank = 8};
  Model model = learn(testing::lorenz96(150, 4, 0.1, 1).noisy, few);
  testing::disturb(model.noise);
  return model;
}

Matrix rows_with_gaps(Index rows = 120) {
  Matrix values = testing::lorenz96(rows, 4, 0.1, 2).noisy;
  for (const Index t : {Index{3}, Index{50}, Index{51}, rows - 1})
    values.row(t).setConstant(std::numeric_limits<double>::quiet_NaN());
  return values;
}

TEST(Smooth, IsTheTextbookOverWhateverTheFilterBelieved) {
  const AdaptationOptions adapts = {.measurement_memory = 0.8, .process_memory = 0.9};
  for (const UpdateRule rule : {UpdateRule::guarded, UpdateRule::as_printed})
    for (const AdaptationOptions& adaptation : {AdaptationOptions{}, adapts}) {
      const Model model =
          few_features({.update = rule, .noise = {.blocks = 3}, .adaptation = adaptation});
      const Matrix rows = rows_with_gaps();
      Beliefs textbook = beliefs_of(model, rows);
      textbook.smooth(model.operators.Phi);
      const Estimate estimate = smooth(model, rows);
      ASSERT_TRUE(estimate.status.ok());
      for (Index t = 0; t < rows.rows(); ++t) {
        const auto i = static_cast<std::size_t>(t);
        const Matrix C = model.scaling.scale.asDiagonal() * model.operators.C;
        const Vector mean = C * textbook.posterior[i] + model.scaling.offset.transpose();
        ASSERT_MATRIX_NEAR(estimate.mean.row(t).transpose(), mean, 1e-7) << t;
        ASSERT_MATRIX_NEAR(estimate.covariance[i], C * textbook.covariance[i] * C.transpose(), 1e-7)
            << t;
      }
    }
}

TEST(Smooth, IsTheFilterAtTheLastRowAndSurerBefore) {
  const Model model = model_with({});
  const Matrix rows = testing::lorenz96(120, 4, 0.1, 2).noisy;
  const Estimate filtered = filter(model, rows), smoothed = smooth(model, rows);
  EXPECT_MATRIX_NEAR(smoothed.mean.row(119), filtered.mean.row(119), 1e-9);
  EXPECT_MATRIX_NEAR(smoothed.covariance.back(), filtered.covariance.back(), 1e-9);
  EXPECT_TRUE((smoothed.variance.array() <= filtered.variance.array() + 1e-12).all());
  EXPECT_TRUE((smoothed.variance.array() > 0.0).all());
  EXPECT_MATRIX_EQ(smoothed.predicted, filtered.predicted);
  EXPECT_MATRIX_EQ(smoothed.predicted_variance, filtered.predicted_variance);
}

TEST(Smooth, FiltersAgainWhatItCouldNotKeep) {
  for (const double memory : {1.0, 0.8}) {
    const Model model = model_with({.measurement_memory = memory, .process_memory = memory});
    const Matrix rows = rows_with_gaps();
    const Estimate whole = smooth(model, rows), pieces = smooth(model, rows, {.memory = 1 << 17});
    constexpr double kSettled = 1e-9;  // a stretch that begins in the steady state computes L anew
    EXPECT_MATRIX_NEAR(pieces.mean, whole.mean, kSettled);
    EXPECT_MATRIX_NEAR(pieces.variance, whole.variance, kSettled);
  }
}

TEST(Smooth, MultipliesBandsByItsOwnFactor) {
  Model model = model_with({});
  const Matrix rows = rows_with_gaps(60);
  const Estimate plain = smooth(model, rows);
  model.smoother_factor = RowVector{{2.0, 1.0, 1.0, 3.0}};
  const Estimate wide = smooth(model, rows);
  EXPECT_MATRIX_EQ(wide.mean, plain.mean);
  EXPECT_MATRIX_NEAR(wide.variance.col(0), 4.0 * plain.variance.col(0), 1e-12);
  EXPECT_NEAR(wide.covariance[9](0, 3), 6.0 * plain.covariance[9](0, 3), 1e-12);
  EXPECT_MATRIX_NEAR(smooth(model, rows, {.covariances = Covariances::variances}).variance,
                     wide.variance, 1e-12);
}

TEST(Smooth, MeasuresItsSensitivityAndReportsFailure) {
  Model model = model_with({});
  const Matrix rows = testing::lorenz96(60, 4, 0.1, 2).noisy;
  const RowVector sensitivity = smooth(model, rows, {.sensitivity = true}).sensitivity;
  EXPECT_TRUE((sensitivity.array() > 0.0).all() && (sensitivity.array() < 1.0).all());
  model.operators.Phi *= 1e200;
  EXPECT_EQ(smooth(model, rows).status, (Status{StatusCode::not_finite, 1}));
  EXPECT_THROW((void)smooth(model, Matrix::Zero(5, 2)), InvalidArgument);
}

}  // namespace
}  // namespace elto
