// SPDX-License-Identifier: Apache-2.0
#include "discovery/ridge.hpp"

#include <cmath>

#include "elto/core/random.hpp"

#include "support/matrix_near.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(Ridge, SolvesItsNormalEquations) {
  Rng rng(1);
  const Matrix X = rng.normal(20, 4);
  const Vector y = rng.normal(20, 1);
  const std::vector<Index> active = {0, 2, 3};
  const Matrix A = X(Eigen::all, active);
  const Matrix gram = A.transpose() * A + 0.3 * Matrix::Identity(3, 3);
  const Vector expected = gram.inverse() * A.transpose() * y;
  const Vector w = ridge(X, y, 0.3, active);
  EXPECT_MATRIX_NEAR(w(active), expected, 1e-12);
  EXPECT_EQ(w[1], 0.0);
  EXPECT_MATRIX_EQ(ridge(X, y, 0.3, {}), Vector::Zero(4));
}

TEST(Ridge, ColumnsOfZerosStay) {
  Matrix X = Matrix::Zero(3, 2);
  X.col(0) << 3.0, 0.0, 4.0;
  const ScaledColumns scaled = with_unit_norms(X);
  EXPECT_MATRIX_NEAR(scaled.norms, RowVector({{5.0, 1.0}}), 1e-15);
  EXPECT_MATRIX_NEAR(scaled.values.col(0), Vector({{0.6, 0.0, 0.8}}), 1e-15);
  EXPECT_MATRIX_EQ(scaled.values.col(1), Vector::Zero(3));
}

TEST(Ridge, KnowsTheCondition) {
  Matrix X = Matrix::Zero(5, 2);
  X(1, 0) = 3.0;
  X(3, 1) = -0.5;
  EXPECT_NEAR(condition_number(X), 6.0, 1e-12);
  X.col(1).setZero();
  EXPECT_TRUE(std::isinf(condition_number(X)));
}

}  // namespace
}  // namespace elto
