// SPDX-License-Identifier: Apache-2.0
#include "elto/operators/state_map.hpp"

#include <cmath>

#include "elto/core/random.hpp"
#include "elto/features/gram.hpp"

#include "support/dense_algebra.hpp"
#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

struct Examples {
  Matrix x, y;
};

/// The third input is of no use.
Examples examples(Index count, std::uint32_t seed) {
  Examples result{Rng(seed).normal(count, 3), Matrix(count, 2)};
  for (Index i = 0; i < count; ++i) {
    const double a = result.x(i, 0), b = result.x(i, 1);
    result.y.row(i) << 0.9 * a - 0.3 * b + 0.2 * std::sin(2.0 * a), 0.3 * a - 0.1 * a * b;
  }
  return result;
}

TEST(StateMap, EqualsKernelRidgeRegression) {
  // In the dual: features with ridges of their own have a weighted sum of kernels.
  const auto [x, y] = examples(60, 1);
  const StateMapOptions options{.scale = 0.7,
                                .linear_ridge = 2e-3,
                                .quadratic_ridge = 5e-3,
                                .radial_ridge = 1e-3,
                                .rank = RankOptions::exact()};
  const StateMap map = learn_state_map(x, y, group_outputs(x, on_all_inputs(3, 2)), options).map;
  const double gamma = map.parts.front().gamma;
  const auto k = [&](const RowView& a, const RowView& b) {
    return (1.0 + a.dot(b)) / options.linear_ridge +
           std::pow(a.dot(b) / 3.0, 2) / options.quadratic_ridge +
           std::exp(-gamma * (a - b).squaredNorm()) / options.radial_ridge;
  };
  Matrix G = gram(k, x, x);
  G.diagonal().array() += 60.0;
  const Matrix dual = testing::dense_solve(G, y);
  const Matrix elsewhere = Rng(2).normal(20, 3);
  for (Index i = 0; i < elsewhere.rows(); ++i) {
    const Vector expected = (gram(k, elsewhere.row(i), x) * dual).transpose();
    EXPECT_MATRIX_NEAR(map(elsewhere.row(i).transpose()), expected, 1e-8);
  }
}

TEST(StateMap, KnowsItsJacobian) {
  const auto [x, y] = examples(200, 3);
  for (const auto& dependence : {on_all_inputs(3, 2), {{0}, {0, 1}}, {{}, {2, 0}}}) {
    const StateMap map = learn_state_map(x, y, group_outputs(x, dependence), {}).map;
    Vector value(2);
    Matrix jacobian(2, 3);
    StateMapRoom room;
    for (const Vector& at : {Vector{{0.3, -0.4, 0.1}}, Vector{{2.0, 1.0, -1.0}}}) {
      map.linearise(at, value, jacobian, room);
      EXPECT_MATRIX_NEAR(value, map(at), 1e-12);
      constexpr double kDifference = 1e-6;  // differences are then good to about 1e-9
      for (Index j = 0; j < 3; ++j) {
        const Vector step = kDifference * Vector::Unit(3, j);
        const Vector difference = (map(at + step) - map(at - step)) / (2.0 * kDifference);
        EXPECT_MATRIX_NEAR(Vector(jacobian.col(j)), difference, 1e-7);
      }
    }
  }
}

TEST(StateMap, StaysAtTheEdgeOfWhatItHasSeen) {
  const auto [x, y] = examples(200, 9);
  const StateMap map = learn_state_map(x, y, group_outputs(x, on_all_inputs(3, 2)), {}).map;
  EXPECT_EQ(map(Vector{{100.0, 0.5, 0.0}}), map(Vector{{200.0, 0.5, 0.0}}));
  Vector value(2);
  Matrix jacobian(2, 3);
  StateMapRoom room;
  map.linearise(Vector{{100.0, 0.5, 0.0}}, value, jacobian, room);
  EXPECT_EQ(jacobian.col(0).norm(), 0.0);
  EXPECT_GT(jacobian.col(1).norm(), 0.0);
}

TEST(StateMap, DependsOnWhatItIsAllowedTo) {
  const auto [x, y] = examples(200, 4);
  const StateMap map = learn_state_map(x, y, group_outputs(x, {{1}, {}}), {}).map;
  EXPECT_EQ(map(Vector{{1.0, 0.5, 2.0}}), map(Vector{{-3.0, 0.5, 0.0}}));
  EXPECT_EQ(map(Vector{{1.0, 0.5, 2.0}})[1], 0.0);
}

TEST(StateMap, LearnsAndKnowsWhatItMisses) {
  const auto [x, y] = examples(400, 5);
  const auto [x_new, y_new] = examples(100, 6);
  const LearnedStateMap learned =
      learn_state_map(x, y, group_outputs(x, {{0, 1}, {0, 1}}),
                      {.linear_ridge = 1e-6, .quadratic_ridge = 1e-6, .radial_ridge = 1e-6});
  double error = 0.0;
  for (Index i = 0; i < 100; ++i)
    error += (learned.map(x_new.row(i).transpose()) - y_new.row(i).transpose()).squaredNorm();
  EXPECT_LT(error, 0.01 * y_new.squaredNorm());
  for (const Index i : {0, 17})
    EXPECT_MATRIX_NEAR(Vector(learned.residuals.row(i).transpose()),
                       Vector(y.row(i).transpose() - learned.map(x.row(i).transpose())), 1e-9);
}

TEST(StateMap, IsZeroUnderAStrongRidge) {
  const auto [x, y] = examples(100, 7);
  const StateMap map =
      learn_state_map(x, y, group_outputs(x, on_all_inputs(3, 2)),
                      {.linear_ridge = 1e12, .quadratic_ridge = 1e12, .radial_ridge = 1e12})
          .map;
  EXPECT_LT(map(Vector{{0.5, -1.0, 0.0}}).norm(), 1e-9);
}

TEST(StateMap, SaysWhatIsWrong) {
  const Examples sample = examples(10, 8);
  const Matrix &x = sample.x, &y = sample.y;
  EXPECT_REFUSED(learn_state_map(x, y.topRows(9), group_outputs(x, on_all_inputs(3, 2)), {}),
                 "outputs: must be of 10 rows");
  EXPECT_REFUSED(learn_state_map(x, y, group_outputs(x, on_all_inputs(3, 3)), {}),
                 "groups: must be of 2 outputs, got 3");
  EXPECT_REFUSED(learn_state_map(x, y, group_outputs(x, on_all_inputs(3, 2)), {.scale = 0.0}),
                 "scale: must be positive");
  EXPECT_REFUSED(
      learn_state_map(x, y, group_outputs(x, on_all_inputs(3, 2)), {.radial_ridge = -1.0}),
      "radial_ridge: must be positive");
}

}  // namespace
}  // namespace elto
