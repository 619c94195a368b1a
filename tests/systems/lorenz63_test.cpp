// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/lorenz63.hpp"

#include "support/dense_algebra.hpp"
#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Simulation simulated63(const Lorenz63Options& options, std::uint32_t seed = 1) {
  Rng rng(seed);
  return lorenz63(options, rng);
}

TEST(Lorenz63, IsStandardisedAndHasTheNoiseAskedFor) {
  const Simulation made = simulated63({.rows = 3000, .noise = 0.5});
  EXPECT_MATRIX_NEAR(made.truth.colwise().mean(), RowVector::Zero(3), 1e-12);
  EXPECT_MATRIX_NEAR(made.truth.colwise().squaredNorm() / 3000.0, RowVector::Ones(3), 1e-12);
  EXPECT_NEAR((made.observed.values - made.truth).squaredNorm() / 9000.0, 0.25, 0.01);
  EXPECT_EQ(made.observed.channels, (std::vector<std::string>{"x", "y", "z"}));
}

/// In standardised units the equations have other coefficients, but the same terms.
TEST(Lorenz63, ObeysItsEquations) {
  const double h = 1e-3;
  const Matrix s = simulated63({.rows = 20000, .time_step = h, .noise = 0.0}).truth;
  const Index n = s.rows() - 2;
  const Matrix now = s.middleRows(1, n), change = (s.bottomRows(n) - s.topRows(n)) / (2.0 * h);
  const Vector x = now.col(0), y = now.col(1), z = now.col(2), one = Vector::Ones(n);
  const auto misses = [](const Matrix& terms, const Vector& values) {
    const Vector c = testing::dense_solve(terms.transpose() * terms, terms.transpose() * values);
    return (values - terms * c).norm() / values.norm();
  };
  Matrix first(n, 3), second(n, 5), third(n, 5);
  first << one, x, y;
  second << one, x, y, z, x.cwiseProduct(z);
  third << one, x, y, z, x.cwiseProduct(y);
  EXPECT_LT(misses(first, change.col(0)), 1e-3);
  EXPECT_LT(misses(second, change.col(1)), 1e-3);
  EXPECT_LT(misses(third, change.col(2)), 1e-3);
}

TEST(Lorenz63, StartsSomewhereElseForAnotherSeed) {
  EXPECT_MATRIX_EQ(simulated63({}).observed.values, simulated63({}).observed.values);
  EXPECT_NE(simulated63({}, 1).truth, simulated63({}, 2).truth);
}

TEST(Lorenz63, SaysWhatIsWrong) {
  EXPECT_REFUSED(simulated63({.rows = 1}), "rows: must be at least 2");
  EXPECT_REFUSED(simulated63({.time_step = 0.0}), "time_step: must be in (0, 1]");
  EXPECT_REFUSED(simulated63({.noise = -1.0}), "noise: must be at least 0");
}

}  // namespace
}  // namespace elto
