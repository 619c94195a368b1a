// SPDX-License-Identifier: Apache-2.0
#include "elto/operators/initial_embedding.hpp"

#include <limits>
#include <ostream>
#include <utility>

#include "elto/core/random.hpp"
#include "elto/features/gram.hpp"

#include "support/dense_algebra.hpp"
#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

StateData data_from(Matrix states) {
  StateData data{std::move(states), {}, {}};
  data.observations = Rng(2).normal(data.states.rows(), 1);
  for (Index i = 0; i + 1 < data.states.rows(); ++i) {
    data.transitions.from.push_back(i);
    data.transitions.to.push_back(i + 1);
  }
  return data;
}

Matrix states_on_a_line() {
  Matrix states = Rng(1).normal(50, 2);
  states.col(0).setOnes();  // off the origin: two features, of which one never changes
  return states;
}

StateData few_transitions() {
  StateData data = data_from(Rng(1).normal(20, 2));
  data.transitions = {{0, 7, 12}, {1, 8, 13}};
  return data;
}

struct EmbeddingCase {
  const char* name;
  StateData data;
  OperatorOptions options;
};
void PrintTo(const EmbeddingCase& c, std::ostream* out) {
  *out << c.name;
}

OperatorOptions with(Kernel state_kernel, RankOptions rank = RankOptions::exact()) {
  return {.state_kernel = std::move(state_kernel), .rank = rank};
}

class InitialEmbeddingOf : public ::testing::TestWithParam<EmbeddingCase> {
 protected:
  const StateData& data = GetParam().data;
  const OperatorOptions& options = GetParam().options;
  const TransferOperators op = learn_operators(data, options);
};
INSTANTIATE_TEST_SUITE_P(
    Data, InitialEmbeddingOf,
    ::testing::Values(
        EmbeddingCase{"laplacian, full rank", data_from(Rng(1).normal(50, 2)), with(Laplacian{})},
        EmbeddingCase{"rbf, numerically low rank", data_from(Rng(1).normal(50, 2)), with(Rbf{0.1})},
        EmbeddingCase{"linear in two dimensions", data_from(Rng(1).normal(50, 2)), with(Linear{})},
        EmbeddingCase{"a feature that never changes", data_from(states_on_a_line()),
                      with(Linear{})},
        EmbeddingCase{"every state twice", data_from(Rng(1).normal(20, 2).replicate(2, 1)),
                      with(Laplacian{})},
        EmbeddingCase{"fewer transitions than features", few_transitions(), with(Laplacian{})},
        EmbeddingCase{"capped rank", data_from(Rng(1).normal(50, 2)),
                      with(Rbf{}, {.max_rank = 8})}));

TEST_P(InitialEmbeddingOf, StationaryHasTheMomentsOfTheSuccessorFeatures) {
  const InitialEmbedding initial = stationary_embedding(op);
  const RowVector mean = op.F2.colwise().mean();
  const Matrix centred = op.F2.rowwise() - mean;
  const Matrix covariance = centred.transpose() * centred / static_cast<double>(op.transitions());
  EXPECT_MATRIX_NEAR(initial.mean, mean.transpose(), 1e-14);
  EXPECT_MATRIX_NEAR(initial.factor * initial.factor.transpose(), covariance, 1e-12);
  EXPECT_EQ(initial.points.size(), 0);
}

TEST_P(InitialEmbeddingOf, StationaryWeightsBelongToTheFactor) {
  const InitialEmbedding initial = stationary_embedding(op);
  ASSERT_EQ(initial.weights.rows(), op.transitions());
  EXPECT_MATRIX_NEAR(op.F2.transpose() * initial.weights, initial.factor, 1e-13);
  // Deviations from a mean: their weights add up to nothing.
  EXPECT_MATRIX_NEAR(initial.weights.colwise().sum(), RowVector::Zero(initial.weights.cols()),
                     1e-13);
}

TEST_P(InitialEmbeddingOf, BasisWeightsEqualTheDenseFormula) {
  const Matrix points = Rng(3).uniform(30, 2);
  const InitialEmbedding initial = basis_embedding(op, data, options, points);
  const Kernel kernel = resolved(options.state_kernel, data.states);
  const Matrix from = data.states(data.transitions.from, Eigen::all);
  const Index N2 = data.transitions.count();
  // The Gram matrix of the features in use, which at exact rank is that of the kernel.
  const Matrix F1 = op.F(data.transitions.from, Eigen::all);
  const Matrix ridge =
      static_cast<double>(N2) * options.transition_ridge * Matrix::Identity(N2, N2);
  const Matrix expected =
      testing::dense_solve(F1 * F1.transpose() + ridge, gram(kernel, from, points));
  EXPECT_MATRIX_NEAR(initial.weights, expected, 1e-11);
  if (options.rank.tolerance == 0.0) {
    const Matrix G = gram(kernel, from);
    EXPECT_MATRIX_NEAR(initial.weights, testing::dense_solve(G + ridge, gram(kernel, from, points)),
                       1e-10);
  }
}

TEST_P(InitialEmbeddingOf, BasisMomentsFollowFromItsWeights) {
  const Matrix points = Rng(3).uniform(30, 2);
  const InitialEmbedding initial = basis_embedding(op, data, options, points);
  EXPECT_MATRIX_NEAR(op.F2.transpose() * initial.weights, initial.factor, 1e-13);
  EXPECT_MATRIX_NEAR(initial.mean, initial.factor.rowwise().mean(), 1e-13);
  EXPECT_MATRIX_EQ(initial.points, points);
}

TEST(InitialEmbedding, RefusesBasisPointsThatAreNotStates) {
  const StateData data = data_from(Rng(1).normal(10, 2));
  const TransferOperators op = learn_operators(data, {});
  const auto embed = [&](const Matrix& points) { return basis_embedding(op, data, {}, points); };
  EXPECT_REFUSED(embed(Matrix::Zero(5, 3)), "basis points: must be 2 columns, got 3");
  EXPECT_REFUSED(embed(Matrix(0, 2)), "basis points: must be at least 1, got 0");
  EXPECT_REFUSED(embed(Matrix::Constant(5, 2, std::numeric_limits<double>::quiet_NaN())),
                 "basis points: must be finite");
}

}  // namespace
}  // namespace elto
