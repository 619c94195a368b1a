// SPDX-License-Identifier: Apache-2.0
#include "elto/baselines/truncated_field.hpp"

#include <cmath>

#include "elto/core/random.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(TruncatedField, ThresholdOfASquareIsFourOverTheRootOfThree) {
  EXPECT_NEAR(singular_value_threshold(1.0), 4.0 / std::sqrt(3.0), 1e-14);
  EXPECT_NEAR(singular_value_threshold(1e-12), std::sqrt(2.0), 1e-6);
}

TEST(TruncatedField, KeepsAFieldWithoutNoise) {
  const Matrix values = Rng(1).normal(5, 8);
  EXPECT_MATRIX_NEAR(truncated_field(values, 0.0).values, values, 1e-12);
  EXPECT_EQ(truncated_field(values, 0.0).rank, 5);
}

TEST(TruncatedField, FindsTheRankAndMostOfTheField) {
  Rng rng(2);
  const Matrix truth = rng.normal(60, 3) * rng.normal(3, 90);
  const Matrix noisy = truth + 0.2 * rng.normal(60, 90);
  for (const bool upright : {false, true}) {
    const auto found = truncated_field(upright ? Matrix(noisy.transpose()) : noisy, 0.2);
    EXPECT_EQ(found.rank, 3);
    const Matrix values = upright ? Matrix(found.values.transpose()) : found.values;
    EXPECT_LT((values - truth).squaredNorm(), 0.1 * (noisy - truth).squaredNorm());
  }
}

TEST(TruncatedField, KeepsNothingOfMereNoise) {
  const auto found = truncated_field(Rng(3).normal(40, 70), 1.0);
  EXPECT_EQ(found.rank, 0);
  EXPECT_MATRIX_EQ(found.values, Matrix::Zero(40, 70));
}

TEST(TruncatedField, SaysWhatIsWrong) {
  EXPECT_REFUSED(singular_value_threshold(2.0), "beta: must be in (0, 1]");
  EXPECT_REFUSED(truncated_field(Matrix::Constant(2, 2, std::nan("")), 1.0),
                 "values: must be finite numbers");
  EXPECT_REFUSED(truncated_field(Matrix::Zero(2, 2), -1.0), "deviation: must be at least 0");
}

}  // namespace
}  // namespace elto
