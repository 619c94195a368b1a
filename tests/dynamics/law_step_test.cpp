// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/law_step.hpp"

#include <cmath>

#include "elto/core/random.hpp"
#include "elto/dynamics/first_order_lag.hpp"
#include "elto/dynamics/integrated_wiener.hpp"

#include "support/small_laws.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::no_law;
using testing::quadratic_law;

TEST(LawStep, IsAnIntegratedWienerProcessWithoutALaw) {
  const Law law = no_law(1).law;
  LawStep step(law);
  step.go(Vector{{1.0, 0.5}}.data(), 1.7);
  const Transition exact =
      IntegratedWiener{.order = 2, .noise = 5e-3, .level_noise = 2e-3}.transition(1.7);
  Matrix P = Matrix::Zero(2, 2);
  step.move_covariance(P);  // of what is known exactly
  EXPECT_LT((step.F() - exact.F).cwiseAbs().maxCoeff(), 1e-11);
  EXPECT_LT((P - exact.Q).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_LT(step.error(), 1e-11);
}

TEST(LawStep, GoesWhereManySmallStepsGo) {
  const Law law = quadratic_law(2).law;
  Rng rng(7);
  const Vector x = rng.normal(law.states(), 1);
  LawStep step(law);
  Vector fine = x;
  for (int i = 0; i < 200; ++i) {
    step.go(fine.data(), 0.5 / 200);
    fine = step.end();
  }
  step.go(x.data(), 0.5);
  const double coarse = (step.end() - fine).norm();
  EXPECT_LT(coarse, 1e-4);
  EXPECT_GT(step.error(), 0.1 * coarse);
  Vector halves = x;
  for (int i = 0; i < 2; ++i) {
    step.go(halves.data(), 0.25);
    halves = step.end();
  }
  EXPECT_LT((halves - fine).norm(), coarse / 10.0);  // 16 for the fourth order
}

TEST(LawStep, DerivativesAreThoseOfDifferences) {
  constexpr double kStep = 1e-5, kLength = 0.6;
  for (const Index order : {1, 2}) {
    Law law = quadratic_law(order).law;
    const Index n = law.states();
    Rng rng(9);
    const Vector x = 0.5 * rng.normal(n, 1);
    LawStep step(law);
    const auto end_by = [&](const Vector& begin) {
      LawStep other(law);
      other.go(begin.data(), kLength);
      return Vector(other.end());
    };
    step.go(x.data(), kLength);
    Matrix by_state(n, n);
    for (Index k = 0; k < n; ++k) {
      Vector there = x;
      there[k] += kStep;
      const Vector above = end_by(there);
      there[k] -= 2.0 * kStep;
      by_state.col(k) = (above - end_by(there)) / (2.0 * kStep);
    }
    EXPECT_LT((step.F() - by_state).cwiseAbs().maxCoeff(), 1e-9);
    // Exactly what the computed step does.
    step.go(x.data(), kLength, true);
    const Index term = 4, channel = 1;
    Vector push = Vector::Zero(n);
    for (int stage = 0; stage < 4; ++stage)
      push += step.values(stage)[term] * step.push(stage).col(channel);
    law.coefficients(term, channel) += kStep;
    const Vector above = end_by(x);
    law.coefficients(term, channel) -= 2.0 * kStep;
    EXPECT_LT((push - (above - end_by(x)) / (2.0 * kStep)).norm(), 1e-8);
  }
}

TEST(LawStep, MovesCovariances) {
  const Law law = quadratic_law().law;
  Rng rng(11);
  const Matrix root = rng.normal(4, 4);
  LawStep step(law);
  step.go(Vector{{0.3, 0.2, 0.1, -0.1}}.data(), 0.5);
  Matrix P = root * root.transpose(), Q = Matrix::Zero(4, 4);
  const Matrix moved = step.F() * P * step.F().transpose();
  Vector W(4);
  W << law.level_noise, law.drift_noise;
  Q = 0.5 / 6.0 *
      (Matrix(W.asDiagonal()) + 4.0 * step.H() * W.asDiagonal() * step.H().transpose() +
       step.F() * W.asDiagonal() * step.F().transpose());
  step.move_covariance(P);
  EXPECT_LT((P - moved - Q).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_EQ(P, P.transpose());
}

TEST(LawStep, SaysThatItLeftAllBounds) {
  Law law = quadratic_law().law;
  law.coefficients *= 1e80;
  LawStep step(law);
  step.go(Vector{{1e80, 1e80, 0.0, 0.0}}.data(), 1.0);
  EXPECT_TRUE(std::isinf(step.error()));
}

TEST(LawStep, FollowsItsInputs) {
  const Law law = testing::driven_law(0.4, 1.5).law;
  const InputLine inputs{Vector{{0.3}}, Vector{{-0.8}}};
  LawStep step(law), half(law);
  const Vector x{{0.7, 0.0}};
  step.go(x.data(), 0.5, true, inputs);
  // s follows u b / a with a lag of 1 / a.
  const double exact = follow(0.7, 0.3 * 1.5 / 0.4, -0.8 * 1.5 / 0.4, 0.5, 1.0 / 0.4);
  const double coarse = std::abs(step.end()[0] - exact);
  EXPECT_LT(coarse, 1e-4);
  half.go(x.data(), 0.25, false, inputs.part(0.0, 0.5));
  const Vector middle = half.end();
  half.go(middle.data(), 0.25, false, inputs.part(0.5, 1.0));
  EXPECT_LT(std::abs(half.end()[0] - exact), coarse / 10.0);  // 16 for the fourth order
  // Of the coefficients, that of the input too.
  for (const Index term : {1, 2}) {
    double push = 0.0;
    for (int stage = 0; stage < 4; ++stage)
      push += step.values(stage)[term] * step.push(stage)(0, 0);
    constexpr double kStep = 1e-5;
    const auto end_with = [&](double by) {
      Law moved = law;
      moved.coefficients(term, 0) += by;
      LawStep other(moved);
      other.go(x.data(), 0.5, false, inputs);
      return other.end()[0];
    };
    EXPECT_NEAR(push, (end_with(kStep) - end_with(-kStep)) / (2.0 * kStep), 1e-9);
  }
}

}  // namespace
}  // namespace elto
