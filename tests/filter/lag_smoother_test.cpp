// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/lag_smoother.hpp"

#include <limits>

#include "elto/core/error.hpp"
#include "elto/filter/state_smoother.hpp"
#include "elto/model/learn.hpp"

#include "support/allocations.hpp"
#include "support/disturb.hpp"
#include "support/error_message.hpp"
#include "support/linear_state_model.hpp"
#include "support/lorenz96.hpp"
#include "support/matrix_near.hpp"
#include "support/small_state_model.hpp"
#include "support/textbook_state_smoother.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kMissing;

/// Either kind of model with all that could stand in the way: bands, noise that adapts, updates
/// that are not symmetric, and small blocks.
template <class RowFilter>
struct Kind;

template <>
struct Kind<Stepper> {
  static Model model() {
    Model model = learn(testing::lorenz96(150, 4, 0.1, 1).noisy,
                        {.operators = {.rank = {.max_rank = 20}},
                         .noise = {.blocks = 3},
                         .adaptation = {.measurement_memory = 0.9, .process_memory = 0.9}});
    testing::disturb(model.noise);
    model.smoother_factor = RowVector{{1.0, 2.0, 0.5, 1.0}};
    return model;
  }
  static Model other() {
    return learn(testing::lorenz96(140, 4, 0.1, 1).noisy,
                 {.operators = {.rank = {.max_rank = 20}}});
  }
  static Estimate filtered(const Model& model, const Matrix& rows) {
    return filter(model, rows, {.covariances = Covariances::variances});
  }
  static Estimate smoothed(const Model& model, const Matrix& rows) { return smooth(model, rows); }
};

template <>
struct Kind<StateFilter> {
  static StateModel model() {
    StateExamples examples = testing::state_examples(testing::lorenz96(300, 4, 0.1, 1).noisy);
    examples.together = 2;
    StateModel model = learn_state_model(examples, {});
    model.memory.measurement = 0.95;
    model.bands.lag = model.bands.smoother = RowVector{{1.0, 2.0, 0.5, 1.0}};
    return model;
  }
  static StateModel other() { return testing::small_state_model(200); }
  static Estimate filtered(const StateModel& model, const Matrix& rows) {
    return filter(model, rows);
  }
  /// With the noise that the filter believed in: `smooth` would measure it from both sides.
  static testing::TextbookPath smoothed(const StateModel& model, const Matrix& rows) {
    return testing::textbook_smoother_in_units(model, rows);
  }
};

template <class RowFilter>
class LagSmootherOf : public ::testing::Test {
 protected:
  static const auto& model() {
    static const auto model = Kind<RowFilter>::model();
    return model;
  }

  struct Answers {
    Matrix mean, variance;
  };
  static Answers answers(const Matrix& rows, Index lag) {
    Answers answers{Matrix(rows.rows(), rows.cols()), Matrix(rows.rows(), rows.cols())};
    LagSmoother<RowFilter> smoother(model(), lag);
    Index answered = 0;
    const auto answer = [&] {
      answers.mean.row(answered) = smoother.mean();
      answers.variance.row(answered++) = smoother.variance();
      smoother.pop();
    };
    for (Index t = 0; t < rows.rows(); ++t) {
      EXPECT_TRUE(smoother.update(rows.row(t)).ok());
      if (smoother.pending() > lag) answer();
    }
    while (smoother.pending() > 0) answer();
    EXPECT_EQ(answered, rows.rows());
    return answers;
  }

  static Matrix rows_with_gaps() {
    Matrix rows = testing::lorenz96(60, 4, 0.1, 2).noisy;
    for (const Index t : {0, 20, 21, 45}) rows.row(t).setConstant(kMissing);
    return rows;
  }
};

using Kinds = ::testing::Types<Stepper, StateFilter>;
TYPED_TEST_SUITE(LagSmootherOf, Kinds);

TYPED_TEST(LagSmootherOf, IsTheFilterWithoutALag) {
  const Matrix rows = this->rows_with_gaps();
  const auto answers = this->answers(rows, 0);
  const Estimate estimate = Kind<TypeParam>::filtered(this->model(), rows);
  EXPECT_MATRIX_EQ(answers.mean, estimate.mean);
  EXPECT_MATRIX_EQ(answers.variance, estimate.variance);
}

// An independent way to the same estimates: that goes back row by row, this one only forward.
TYPED_TEST(LagSmootherOf, IsTheSmootherIfTheLagCoversTheSeries) {
  const Matrix rows = this->rows_with_gaps();
  const auto estimate = Kind<TypeParam>::smoothed(this->model(), rows);
  for (const Index lag : {59, 80}) {
    const auto answers = this->answers(rows, lag);
    EXPECT_MATRIX_NEAR(answers.mean, estimate.mean, 1e-8);
    EXPECT_MATRIX_NEAR(answers.variance, estimate.variance, 1e-8);
  }
}

TYPED_TEST(LagSmootherOf, KnowsNoMoreThanTheLagAllows) {
  const Matrix rows = this->rows_with_gaps();
  const auto answers = this->answers(rows, 5);
  for (const Index t : {0, 10, 20, 40, 54}) {
    const auto estimate = Kind<TypeParam>::smoothed(this->model(), rows.topRows(t + 6));
    EXPECT_MATRIX_NEAR(answers.mean.row(t), estimate.mean.row(t), 1e-8);
    EXPECT_MATRIX_NEAR(answers.variance.row(t), estimate.variance.row(t), 1e-8);
  }
}

TYPED_TEST(LagSmootherOf, GoesOnFromASnapshotBitForBit) {
  const Matrix rows = this->rows_with_gaps();
  for (const Index lag : {0, 4}) {
    LagSmoother<TypeParam> whole(this->model(), lag), first(this->model(), lag);
    for (Index t = 0; t < 60; ++t) {
      LagSmoother<TypeParam> second(this->model(), lag);
      second.restore(from_bytes(to_bytes(first.snapshot()), "snapshot"));
      EXPECT_TRUE(second.update(rows.row(t)).ok());
      EXPECT_TRUE(whole.update(rows.row(t)).ok());
      first.restore(second.snapshot());
      EXPECT_MATRIX_EQ(second.mean(), whole.mean());
      EXPECT_MATRIX_EQ(second.variance(), whole.variance());
    }
  }
}

TYPED_TEST(LagSmootherOf, RefusesWhatDoesNotFit) {
  using Smoother = LagSmoother<TypeParam>;
  const auto other = Kind<TypeParam>::other();
  Smoother smoother(this->model(), 3);
  EXPECT_SAYS(testing::io_error_of([&] { smoother.restore(Smoother(other, 3).snapshot()); }),
              "was made with another model");
  EXPECT_SAYS(
      testing::io_error_of([&] { smoother.restore(Smoother(this->model(), 2).snapshot()); }),
      "was made with a lag of 2, not 3");
  ArrayFile file = smoother.snapshot();
  for (auto& [name, array] : file.arrays)
    if (name == "lag") array(0, 1) = 5.0;
  EXPECT_SAYS(testing::io_error_of([&] { smoother.restore(file); }), "array lag is out of range");
  EXPECT_REFUSED(Smoother(this->model(), -1), "lag: must be from 0 to 10000");
  EXPECT_REFUSED(smoother.mean(), "pending rows: must be at least one");
  EXPECT_REFUSED(smoother.pop(), "pending rows: must be at least one");
}

TYPED_TEST(LagSmootherOf, AllocatesNoMoreThanTheFilter) {
#if ELTO_COUNTS_ALLOCATIONS
  const Matrix rows = this->rows_with_gaps();
  TypeParam filter(this->model());
  LagSmoother<TypeParam> smoother(this->model(), 10);
  long before = testing::allocations;
  for (Index t = 0; t < 60; ++t) {
    filter.predict();
    EXPECT_TRUE(filter.update(rows.row(t)).ok());
  }
  const long of_the_filter = testing::allocations - before;
  before = testing::allocations;
  for (Index t = 0; t < 60; ++t) EXPECT_TRUE(smoother.update(rows.row(t)).ok());
  EXPECT_EQ(testing::allocations - before, of_the_filter);
#else
  GTEST_SKIP() << "a sanitizer has its own malloc";
#endif
}

TEST(LagSmoother, AnswersLikeTheSmootherWhereTheFilterWasLost) {
  const StateModel model = testing::resting_state_model(2);
  const Matrix rows = testing::waking_series(120, 2).noisy;
  const Estimate whole = smooth(model, rows);
  LagSmoother<StateFilter> smoother(model, 119);
  for (const auto& row : rows.rowwise()) EXPECT_TRUE(smoother.update(row).ok());
  EXPECT_MATRIX_NEAR(smoother.mean(), whole.mean.row(0), 1e-8);
  EXPECT_MATRIX_NEAR(smoother.variance(), whole.variance.row(0), 1e-8);
}

TEST(LagSmoother, AnswersLikeTheSmootherWhereTheFilterForgot) {
  const StateModel model = testing::small_state_model();
  Matrix rows = testing::lorenz96(700, 4, 0.1, 9).noisy;
  rows.middleRows(50, 600).setConstant(std::numeric_limits<double>::quiet_NaN());
  const Estimate whole = smooth(model, rows);
  LagSmoother<StateFilter> smoother(model, 199);
  StateFilter belief(model);
  Index forgotten = 0;
  for (const auto& row : rows.rowwise()) {
    EXPECT_TRUE(smoother.update(row).ok());
    belief.predict();
    EXPECT_TRUE(belief.update(row).ok());
    if (belief.jacobians().front().row(0).isZero(0.0)) ++forgotten;
  }
  EXPECT_GT(forgotten, 0);
  EXPECT_MATRIX_NEAR(smoother.mean(), whole.mean.row(500), 1e-6);
  EXPECT_MATRIX_NEAR(smoother.variance(), whole.variance.row(500), 1e-6);
}

TEST(LagSmoother, SaysThatACovarianceIsNotDefinite) {
  const StateModel model = testing::indefinite_state_model();
  const Matrix rows = testing::rows_with_gaps();
  LagSmoother<StateFilter> smoother(model, 3);
  EXPECT_TRUE(smoother.update(rows.row(0)).ok());  // the initial belief is a covariance
  EXPECT_EQ(smoother.update(rows.row(1)), (Status{StatusCode::not_definite, 1}));
  EXPECT_TRUE(smoother.mean().array().isNaN().all());
  EXPECT_TRUE(smoother.variance().array().isNaN().all());
  smoother.pop();  // what the row says of itself is known
  EXPECT_TRUE(smoother.mean().allFinite());
}

TEST(LagSmoother, ErrorFallsWithTheLag) {
  const StateModel model = testing::small_state_model();
  const testing::NoisySeries lorenz = testing::lorenz96(400, 4, 0.1, 9);
  double last = std::numeric_limits<double>::infinity();
  for (const Index lag : {0, 1, 3, 10}) {
    LagSmoother<StateFilter> smoother(model, lag);
    double error = 0.0;
    for (Index t = 0; t < 400; ++t) {
      EXPECT_TRUE(smoother.update(lorenz.noisy.row(t)).ok());
      if (smoother.pending() <= lag) continue;
      error += (smoother.mean() - lorenz.clean.row(t - lag)).squaredNorm();
    }
    EXPECT_LT(error, 0.95 * last) << lag;
    last = error;
  }
}

}  // namespace
}  // namespace elto
