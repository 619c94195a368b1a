// SPDX-License-Identifier: Apache-2.0
#include "elto/model/learn.hpp"

#include <limits>

#include "elto/core/error.hpp"
#include "elto/filter/filter.hpp"

#include "support/lorenz96.hpp"
#include "support/matrix_near.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kMissing;

Matrix noisy(Index rows) {
  return testing::lorenz96(rows, 4, 0.1, 1).noisy;
}

std::string message_of(const Series& series, const ModelOptions& options = {}) {
  try {
    learn(series, options);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Learn, CountsWindowsAsSpecified) {
  const Model model = learn(noisy(60), {.window = 4});
  EXPECT_EQ(model.data.states.rows(), 60 - 8 + 1);
  EXPECT_EQ(model.data.states.cols(), 4);
  EXPECT_EQ(model.operators.transitions(), 52);
  EXPECT_EQ(model.window, 4);
}

TEST(Learn, IsDeterministic) {
  const Model a = learn(noisy(80)), b = learn(noisy(80));
  EXPECT_MATRIX_EQ(a.operators.Phi, b.operators.Phi);
  EXPECT_MATRIX_EQ(a.initial.factor, b.initial.factor);
}

TEST(Learn, NeverJoinsSequences) {
  const Matrix y = noisy(90);
  Matrix gap = y;
  gap.row(40).setConstant(kMissing);
  const Model split = learn({Series(y.topRows(40)), Series(y.bottomRows(49))});
  const Model gapped = learn(gap);
  EXPECT_EQ(split.operators.samples(), 31 + 40);
  EXPECT_EQ(split.operators.transitions(), 30 + 39);
  EXPECT_MATRIX_EQ(split.operators.Phi, gapped.operators.Phi);
}

TEST(Learn, KeepsTheNamesOfTheChannels) {
  const Model model = learn(Series(noisy(60), {"a", "b", "c", "d"}));
  EXPECT_EQ(model.channels, (std::vector<std::string>{"a", "b", "c", "d"}));
}

TEST(Learn, RelearnsOperatorsAndKeepsTheRest) {
  const Model model = learn(noisy(80), {.initial = InitialBelief::uniform_basis});
  const Model same = with_operators(model, model.operator_options);
  EXPECT_MATRIX_EQ(same.operators.Phi, model.operators.Phi);
  EXPECT_MATRIX_EQ(same.initial.factor, model.initial.factor);
  OperatorOptions other = model.operator_options;
  other.transition_ridge *= 2.0;
  const Model changed = with_operators(model, other);
  EXPECT_NE(changed.operators.Phi(0, 0), model.operators.Phi(0, 0));
  EXPECT_MATRIX_EQ(changed.noise.process_factor, model.noise.process_factor);
}

TEST(Learn, SaysWhatIsWrongWithTheInput) {
  EXPECT_EQ(message_of(Matrix(0, 2)), "series: must be at least 1 x 1, got 0 x 2");
  EXPECT_EQ(message_of(noisy(10)),
            "series length without gaps: must be at least 2 * window + 1 = 11, got 10");
  Matrix constant = noisy(60);
  constant.col(1).setConstant(3.5);
  EXPECT_EQ(message_of(constant), "channel 1: must be varying, got the constant 3.5");
  Matrix infinite = noisy(60);
  infinite(7, 2) = std::numeric_limits<double>::infinity();
  EXPECT_EQ(
      message_of(infinite),
      "series row 7, column 2: must be finite, or missing together with the whole row, got inf");
  Matrix part = noisy(60);
  part(9, 0) = kMissing;
  EXPECT_EQ(
      message_of(part),
      "series row 9, column 0: must be finite, or missing together with the whole row, got nan");
  EXPECT_EQ(message_of(Matrix::Constant(60, 2, kMissing)),
            "series: must be observed in at least one row, got missing everywhere");
  EXPECT_EQ(message_of(noisy(30), {.noise = {.blocks = 50}}),
            "noise.blocks: must be at most the number of transitions 20, got 50");
  EXPECT_THROW(learn(std::vector<Series>{}), InvalidArgument);
  EXPECT_THROW(learn({Series(noisy(60)), Series(Matrix::Random(60, 2))}), InvalidArgument);
}

// A noise-free rotation is a system the method can learn: the prediction must beat "no change".
TEST(Learn, PredictsARotation) {
  Matrix y(400, 2);
  for (Index t = 0; t < y.rows(); ++t)
    y.row(t) << std::cos(0.3 * static_cast<double>(t)), std::sin(0.3 * static_cast<double>(t));
  const Model model =
      learn(y.topRows(300), {.operators = {.transition_ridge = 1e-6, .observation_ridge = 1e-6}});
  const Estimate estimate = filter(model, y.bottomRows(100));
  const Matrix tail = y.bottomRows(80);
  const double predicted = (estimate.predicted.bottomRows(80) - tail).norm();
  const double no_change = (y.middleRows(319, 80) - tail).norm();
  EXPECT_LT(predicted, 0.1 * no_change);
}

}  // namespace
}  // namespace elto
