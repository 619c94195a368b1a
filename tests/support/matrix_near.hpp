// SPDX-License-Identifier: Apache-2.0
// Comparing matrices in tests: the largest difference is reported with its place.
#pragma once

#include <string>

#include "elto/core/types.hpp"

#include <gtest/gtest.h>

namespace elto::testing {

inline ::testing::AssertionResult near(const MatrixView& actual, const MatrixView& expected,
                                       double tolerance) {
  if (actual.rows() != expected.rows() || actual.cols() != expected.cols())
    return ::testing::AssertionFailure()
           << actual.rows() << " x " << actual.cols() << " instead of " << expected.rows() << " x "
           << expected.cols();
  if (actual.size() == 0) return ::testing::AssertionSuccess();
  Index i = 0, j = 0;
  // A NaN on either side makes the difference NaN, which must not compare as small.
  const double worst = (actual - expected).cwiseAbs().maxCoeff<Eigen::PropagateNaN>(&i, &j);
  if (worst <= tolerance) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure()
         << "at (" << i << ", " << j << "): " << actual(i, j) << " instead of " << expected(i, j)
         << ", difference " << worst << " > " << tolerance;
}

}  // namespace elto::testing

#define EXPECT_MATRIX_NEAR(actual, expected, tolerance) \
  EXPECT_TRUE(::elto::testing::near((actual), (expected), (tolerance)))
#define ASSERT_MATRIX_NEAR(actual, expected, tolerance) \
  ASSERT_TRUE(::elto::testing::near((actual), (expected), (tolerance)))
#define EXPECT_MATRIX_EQ(actual, expected) EXPECT_MATRIX_NEAR(actual, expected, 0.0)
