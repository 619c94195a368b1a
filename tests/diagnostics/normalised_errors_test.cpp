// SPDX-License-Identifier: Apache-2.0
#include "elto/diagnostics/normalised_errors.hpp"

#include <cmath>

#include "elto/core/random.hpp"

#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kMissing;

/// x' = a x + noise, of variance 1.
Vector correlated(double a, Index rows, Rng& rng) {
  Vector x(rows);
  double state = rng.normal();
  for (double& value : x) {
    value = state;
    state = a * state + std::sqrt(1.0 - a * a) * rng.normal();
  }
  return x;
}

// Tables of the chi-squared distribution.
TEST(NormalisedErrors, MeanSquareHasTheBoundsOfChiSquared) {
  const MeanSquare ten =
      mean_square(Vector{{1.0, 2.0, 0.0, kMissing, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 2.0}});
  EXPECT_DOUBLE_EQ(ten.mean, 1.4);
  EXPECT_NEAR(ten.lower, 0.3246973, 1e-7);
  EXPECT_NEAR(ten.upper, 2.0483177, 1e-7);
}

TEST(NormalisedErrors, OfNothingAreUnknown) {
  const Vector nothing = Vector::Constant(3, kMissing);
  EXPECT_TRUE(std::isnan(mean_square(nothing).mean));
  EXPECT_TRUE(std::isnan(mean_square(nothing).upper));
  EXPECT_TRUE(std::isnan(coverage(nothing).of_50));
  EXPECT_TRUE(std::isnan(coverage(nothing).of_95));
}

TEST(NormalisedErrors, AreWithinTheirBoundsIn95Of100Cases) {
  Rng rng(1);
  int inside = 0;
  for (int run = 0; run < 1000; ++run) {
    const MeanSquare square = mean_square(rng.normal(20, 1).col(0));
    inside += square.lower <= square.mean && square.mean <= square.upper;
  }
  EXPECT_NEAR(inside, 950, 28);  // four standard deviations
}

TEST(NormalisedErrors, CoverageCountsWhatIsWithinTheBands) {
  const Coverage shares = coverage(Vector{{0.6, -0.7, 1.6, -1.7, 1.95, kMissing, 2.0, 9.0, 0.0}});
  EXPECT_DOUBLE_EQ(shares.of_50, 2.0 / 8.0);
  EXPECT_DOUBLE_EQ(shares.of_90, 4.0 / 8.0);
  EXPECT_DOUBLE_EQ(shares.of_95, 6.0 / 8.0);
}

TEST(NormalisedErrors, CoverageOfNormalErrorsIsWhatTheBandsClaim) {
  Rng rng(2);
  const Coverage shares = coverage(rng.normal(100'000, 1).col(0));
  EXPECT_NEAR(shares.of_50, 0.50, 0.007);  // four standard deviations each
  EXPECT_NEAR(shares.of_90, 0.90, 0.004);
  EXPECT_NEAR(shares.of_95, 0.95, 0.003);
}

TEST(NormalisedErrors, WhiteValuesAreAllIndependent) {
  Rng rng(3);
  const double count = independent_values(rng.normal(10'000, 1).col(0));
  EXPECT_GT(count, 9'000.0);
  EXPECT_LE(count, 10'000.0);
  EXPECT_EQ(independent_values(Vector::Ones(5)), 5.0);
  EXPECT_EQ(independent_values(Vector::Constant(5, kMissing)), 0.0);
}

// Of x' = a x + noise, 1 + 2 (a + a^2 + ...) = (1 + a) / (1 - a).
TEST(NormalisedErrors, CorrelatedValuesCountLess) {
  Rng rng(4);
  Vector x = correlated(0.9, 100'000, rng);
  EXPECT_NEAR(independent_values(x), 100'000.0 / 19.0, 500.0);
  for (Index t = 0; t < x.size(); t += 7) x[t] = kMissing;
  const double known = 6.0 / 7.0 * 100'000.0;
  EXPECT_NEAR(independent_values(x), known / 19.0, 500.0);
}

}  // namespace
}  // namespace elto
