// SPDX-License-Identifier: Apache-2.0
#include "elto/diagnostics/accuracy.hpp"

#include <cmath>

#include "support/error_message.hpp"
#include "support/scalar_kalman.hpp"
#include "support/unusual_numbers.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kalman;
using testing::kMissing;
using testing::kSystem;
using testing::ScalarRun;
using testing::side_by_side;
using testing::with_bands_times;

TEST(Accuracy, OfAnExactFilterIsWhatItClaims) {
  Rng rng(1);
  const ScalarRun run = simulate(kSystem, 20'000, rng);
  const Estimate estimate = kalman(kSystem, run.observed);
  const Accuracy found = accuracy(estimate, run.truth).overall;
  EXPECT_NEAR(found.error, std::sqrt(estimate.variance.mean()), 0.03 * found.error);
  EXPECT_NEAR(found.nees.mean, 1.0, 0.1);
  EXPECT_NEAR(found.coverage.of_50, 0.50, 0.03);
  EXPECT_NEAR(found.coverage.of_90, 0.90, 0.02);
  EXPECT_NEAR(found.coverage.of_95, 0.95, 0.02);
}

// Errors of neighbouring rows are alike: as if there were 300 of them, bounds would hold far less.
TEST(Accuracy, BoundsHoldAnExactFilterNearlyAlways) {
  int inside = 0, inside_if_independent = 0;
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    Rng rng(seed);
    const ScalarRun run = simulate(kSystem, 300, rng);
    const MeanSquare nees = accuracy(kalman(kSystem, run.observed), run.truth).overall.nees;
    const MeanSquare naive = mean_square(nees.mean, 300.0);
    inside += nees.lower <= nees.mean && nees.mean <= nees.upper;
    inside_if_independent += naive.lower <= naive.mean && naive.mean <= naive.upper;
  }
  EXPECT_GT(inside, 260);
  EXPECT_LT(inside_if_independent, 240);
}

TEST(Accuracy, FindsBandsThatAreWrongByAFactor) {
  Rng rng(2);
  const ScalarRun run = simulate(kSystem, 5'000, rng);
  const Estimate exact = kalman(kSystem, run.observed);
  const Accuracy right = accuracy(exact, run.truth).overall;
  const Accuracy narrow = accuracy(with_bands_times(0.5, exact), run.truth).overall;
  EXPECT_NEAR(narrow.nees.mean, 4.0 * right.nees.mean, 1e-9);
  EXPECT_GT(narrow.nees.mean, narrow.nees.upper);
  EXPECT_LT(narrow.coverage.of_95, 0.75);
  EXPECT_EQ(narrow.error, right.error);
}

// e^T P^-1 e / D, with the inverse as it is written.
TEST(Accuracy, OfWholeRowsUsesTheirCovariances) {
  const Matrix P{{2.0, 0.9}, {0.9, 1.0}};
  Estimate estimate;
  estimate.mean = Matrix{{1.0, 2.0}, {0.0, -1.0}, {3.0, 0.5}};
  estimate.variance = Matrix{{2.0, 1.0}, {2.0, 1.0}, {2.0, 1.0}};
  const Matrix truth = Matrix{{0.5, 2.5}, {kMissing, 0.0}, {2.0, 1.0}};
  const RowVector first{{0.5, -0.5}}, third{{1.0, -0.5}};
  const auto square = [&](const RowVector& e) {
    return (e * P.inverse() * e.transpose())(0) / 2.0;
  };
  EXPECT_DOUBLE_EQ(accuracy(estimate, truth).overall.nees.mean,
                   ((0.125 + 0.25) / 2.0 + 1.0 + (0.5 + 0.25) / 2.0) / 3.0);
  estimate.covariance.assign(3, P);
  EXPECT_NEAR(accuracy(estimate, truth).overall.nees.mean, (square(first) + square(third)) / 2.0,
              1e-12);
}

TEST(Accuracy, TellsChannelsApart) {
  Rng rng(3);
  const ScalarRun a = simulate(kSystem, 500, rng), b = simulate(kSystem, 500, rng);
  const Estimate both =
      side_by_side(kalman(kSystem, a.observed), with_bands_times(0.3, kalman(kSystem, b.observed)));
  Matrix truth(500, 2);
  truth << a.truth, b.truth;
  const Accuracies found = accuracy(both, truth);
  ASSERT_EQ(found.channels.size(), 2U);
  EXPECT_LT(found.channels[0].nees.mean, 2.0);
  EXPECT_GT(found.channels[1].nees.mean, 5.0);
  EXPECT_NEAR(found.overall.nees.mean,
              0.5 * (found.channels[0].nees.mean + found.channels[1].nees.mean), 1e-9);
}

TEST(Accuracy, OfNothingIsUnknown) {
  Rng rng(4);
  const ScalarRun run = simulate(kSystem, 20, rng);
  const Accuracy unknown =
      accuracy(kalman(kSystem, run.observed), Matrix::Constant(20, 1, kMissing)).overall;
  EXPECT_TRUE(std::isnan(unknown.error));
  EXPECT_TRUE(std::isnan(unknown.nees.mean));
  EXPECT_TRUE(std::isnan(unknown.coverage.of_95));
  EXPECT_REFUSED(accuracy(kalman(kSystem, run.observed), Matrix::Zero(19, 1)),
                 "truth: must be 20 x 1 as the estimate, got 19 x 1");
}

}  // namespace
}  // namespace elto
