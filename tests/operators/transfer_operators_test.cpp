// SPDX-License-Identifier: Apache-2.0
#include "elto/operators/transfer_operators.hpp"

#include <functional>
#include <limits>
#include <ostream>
#include <string>

#include "elto/baselines/dense_filter.hpp"
#include "elto/core/random.hpp"
#include "elto/features/gram.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kNaN;

StateData random_states(const std::vector<Index>& lengths) {
  const DelayWindows windows = delay_windows(lengths, 2);
  Rng rng(1);
  return {rng.normal(windows.count(), 2), rng.normal(windows.count(), 3), windows.transitions};
}

struct OperatorsCase {
  std::vector<Index> lengths;
  Kernel state_kernel, observation_kernel;
};
void PrintTo(const OperatorsCase& c, std::ostream* out) {
  *out << c.lengths.size() << " sequences, " << to_text(c.state_kernel) << ", "
       << to_text(c.observation_kernel);
}

class TransferOperatorsOf : public ::testing::TestWithParam<OperatorsCase> {
 protected:
  const StateData data = random_states(GetParam().lengths);
  const OperatorOptions options{.state_kernel = GetParam().state_kernel,
                                .observation_kernel = GetParam().observation_kernel,
                                .transition_ridge = 1e-3,
                                .observation_ridge = 2e-3,
                                .rank = RankOptions::exact()};
  const TransferOperators op = learn_operators(data, options);
  const DenseOperators dense = dense_operators(data, options);
};
INSTANTIATE_TEST_SUITE_P(
    Kernels, TransferOperatorsOf,
    ::testing::Values(OperatorsCase{{50}, Rbf{}, Rbf{}},
                      OperatorsCase{{30, 25}, Rbf{.gamma = 0.1}, Laplacian{}},
                      OperatorsCase{{30, 25}, Laplacian{}, Rbf{Scale::median()}},
                      OperatorsCase{{6, 5, 40}, Matern32{}, Matern52{}},
                      OperatorsCase{{50}, Matern52{Scale::median()}, Linear{}},
                      OperatorsCase{{30, 25}, Linear{}, Polynomial{}},
                      OperatorsCase{{50}, Rbf{} + 0.1 * Kernel(Linear{}), Rbf{}}));

TEST_P(TransferOperatorsOf, TransitionEqualsTheDenseForm) {
  EXPECT_MATRIX_NEAR(op.A * op.F2.transpose(), dense.T, 1e-10);
}

TEST_P(TransferOperatorsOf, ObservationEqualsTheDenseForm) {
  EXPECT_MATRIX_NEAR(op.B * op.F2.transpose(), dense.O, 1e-10);
}

TEST_P(TransferOperatorsOf, HoldTheFeaturesOfTheStates) {
  const Matrix G = gram(resolved(options.state_kernel, data.states), data.states);
  const Vector& s = op.spectrum;
  EXPECT_MATRIX_NEAR(op.F * op.F.transpose(), G, 1e-12 * s[0]);
  EXPECT_MATRIX_NEAR(op.F.transpose() * op.F, Matrix(s.asDiagonal()), 1e-12 * s[0]);
  EXPECT_MATRIX_EQ(op.F2, op.F(data.transitions.to, Eigen::all));
}

TEST_P(TransferOperatorsOf, HoldTheProductsTheFilterNeeds) {
  EXPECT_MATRIX_NEAR(op.Phi, op.F2.transpose() * op.A, 1e-13);
  EXPECT_MATRIX_NEAR(op.C, data.observations.transpose() * op.B, 1e-12);
  EXPECT_MATRIX_NEAR(op.GB, dense.G_y * op.B, 1e-11);
}

// One step of a belief, in weights and in features.
TEST_P(TransferOperatorsOf, MoveABeliefAsTheDenseFormDoes) {
  const Vector m = Rng(2).uniform(op.transitions(), 1);
  const Vector mu = op.F2.transpose() * m;
  EXPECT_MATRIX_NEAR(op.Phi * mu, op.F2.transpose() * (dense.T * m), 1e-9);
  EXPECT_MATRIX_NEAR(op.C * mu, data.observations.transpose() * (dense.O * m), 1e-9);
}

TEST_P(TransferOperatorsOf, HaveTheSizesTheySay) {
  EXPECT_EQ(op.samples(), data.states.rows());
  EXPECT_EQ(op.transitions(), data.transitions.count());
  EXPECT_EQ(op.rank(), op.F.cols());
  EXPECT_EQ(op.C.rows(), 3);
}

TEST(TransferOperators, AFewFeaturesComeClose) {
  const StateData data = random_states({150});
  OperatorOptions options{.rank = {.max_rank = 40}};
  const TransferOperators op = learn_operators(data, options);
  EXPECT_LE(op.rank(), 40);
  const auto dense = dense_operators(data, options);
  EXPECT_MATRIX_NEAR(op.A * op.F2.transpose(), dense.T, 1e-3);
  EXPECT_MATRIX_NEAR(op.B * op.F2.transpose(), dense.O, 1e-3);
}

TEST(TransferOperators, KeepTheObservationKernelResolved) {
  const auto op = learn_operators(random_states({30}), {.observation_kernel = Rbf{}});
  EXPECT_EQ(to_text(op.observation_kernel), "rbf(0.3333333333333333)");
}

TEST(TransferOperators, RidgeIsScaledByTheSampleCount) {
  // One feature, f = 1 for every state: A = f / (N2 + N2 eps).
  const StateData data{Matrix::Ones(5, 1), Matrix::Zero(5, 1), {{0, 1, 2, 3}, {1, 2, 3, 4}}};
  const auto op = learn_operators(
      data, {.state_kernel = Linear{}, .transition_ridge = 0.5, .observation_ridge = 3.0});
  EXPECT_MATRIX_NEAR((op.A * op.F2.transpose()), Matrix::Constant(4, 4, 1.0 / 6.0), 1e-15);
  EXPECT_MATRIX_NEAR((op.B * op.F2.transpose()), Matrix::Constant(5, 4, 1.0 / 20.0), 1e-15);
}

TEST(OperatorOptions, RefusesWhatIsOutOfRange) {
  EXPECT_NO_THROW(validate(OperatorOptions()));
  for (const double bad : {0.0, -1e-3, kNaN, std::numeric_limits<double>::infinity()}) {
    EXPECT_REFUSED(validate(OperatorOptions{.transition_ridge = bad}),
                   concat("transition_ridge: must be finite and positive, got ", bad));
    EXPECT_REFUSED(validate(OperatorOptions{.observation_ridge = bad}),
                   concat("observation_ridge: must be finite and positive, got ", bad));
  }
  EXPECT_REFUSED(validate(OperatorOptions{.state_kernel = Rbf{-1.0}}), "state_kernel scale");
  EXPECT_REFUSED(validate(OperatorOptions{.observation_kernel = Rbf{-1.0}}),
                 "observation_kernel scale");
  EXPECT_REFUSED(validate(OperatorOptions{.rank = {.max_rank = 0}}), "rank.max_rank");
}

TEST(TransferOperators, RefuseOptionsOutOfRange) {
  EXPECT_REFUSED(learn_operators(random_states({20}), {.transition_ridge = 0.0}),
                 "transition_ridge");
}

std::string refusal_of_changed(const std::function<void(StateData&)>& change) {
  StateData data = random_states({20});  // 17 states
  change(data);
  return testing::message_of<InvalidArgument>([&] { learn_operators(data, {}); });
}

TEST(TransferOperators, RefuseDataThatDoesNotFitTogether) {
  EXPECT_SAYS(refusal_of_changed([](StateData& d) { d.observations.conservativeResize(16, 3); }),
              "observations: must be 17 rows, one per state, got 16");
  EXPECT_SAYS(refusal_of_changed([](StateData& d) { d.transitions = {}; }),
              "transitions: must be at least 1, got 0");
  EXPECT_SAYS(refusal_of_changed([](StateData& d) {
                d = {Matrix::Ones(1, 1), Matrix::Ones(1, 1), {}};
              }),
              "states: must be at least 2 rows, got 1");
  EXPECT_SAYS(refusal_of_changed([](StateData& d) { d.transitions.to.pop_back(); }),
              "transitions: must be 16 successors, one per transition, got 15");
}

TEST(TransferOperators, RefuseTransitionsOfStatesThatDoNotExist) {
  EXPECT_SAYS(refusal_of_changed([](StateData& d) { d.transitions.to[3] = 17; }),
              "transitions: must be between states 0 and 16, got 17");
  EXPECT_SAYS(refusal_of_changed([](StateData& d) { d.transitions.from[3] = -1; }), "got -1");
}

TEST(TransferOperators, RefuseValuesThatAreNotFinite) {
  EXPECT_SAYS(refusal_of_changed([](StateData& d) { d.states(3, 1) = kNaN; }),
              "states: must be finite");
  EXPECT_SAYS(refusal_of_changed([](StateData& d) { d.observations(3, 1) = kNaN; }),
              "observations: must be finite");
}

}  // namespace
}  // namespace elto
