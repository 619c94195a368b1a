// SPDX-License-Identifier: Apache-2.0
#include "linalg/lapack.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "elto/core/random.hpp"

#include "support/dense_algebra.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Matrix definite(Index n) {
  const Matrix root = Rng(static_cast<std::uint32_t>(n)).normal(n, n);
  return root * root.transpose() + Matrix::Identity(n, n);
}

TEST(Lapack, EigenvectorsDiagonalise) {
  for (const Index n : {0, 1, 2, 7, 60}) {
    const Matrix A = definite(n);
    Matrix V = A;
    Vector values(n);
    ASSERT_TRUE(symmetric_eigen(V, values));
    EXPECT_MATRIX_NEAR(V * values.asDiagonal() * V.transpose(), A, 1e-10 * A.norm());
    EXPECT_MATRIX_NEAR(V.transpose() * V, Matrix::Identity(n, n), 1e-12);
    EXPECT_TRUE(std::is_sorted(values.begin(), values.end()));
  }
  for (const Index n : {1, 7, 60}) {
    Matrix unknown = definite(n);
    unknown(n - 1, 0) = kNaN;
    Vector values(n), room(kEigenWork * n);
    Matrix V = unknown;
    EXPECT_FALSE(symmetric_eigen(V, values)) << n;
    V = unknown;
    EXPECT_FALSE(symmetric_eigen(V, values, room.data())) << n;
  }
}

TEST(Lapack, CholeskyFactorsAndRefuses) {
  for (const Index n : {0, 1, 5, 60}) {
    const Matrix A = definite(n);
    Matrix L = A;
    ASSERT_TRUE(cholesky(L));
    EXPECT_MATRIX_NEAR(L * L.transpose(), A, 1e-10 * (1.0 + A.norm()));
    EXPECT_MATRIX_EQ(Matrix(L.triangularView<Eigen::StrictlyUpper>()), Matrix::Zero(n, n));
  }
  Matrix indefinite = -Matrix::Identity(3, 3);
  EXPECT_FALSE(cholesky(indefinite));
  for (const Index at : {0, 2}) {
    Matrix unknown = Matrix::Identity(3, 3);
    unknown(2, at) = kNaN;
    EXPECT_FALSE(cholesky(unknown));
  }
}

TEST(Lapack, WorksOnBlocksOfLargerMatrices) {
  const Matrix A = definite(5);
  Matrix frame = Matrix::Constant(9, 9, 7.0);
  frame.block(2, 3, 5, 5) = A;
  ASSERT_TRUE(cholesky(frame.block(2, 3, 5, 5)));
  Matrix L = A;
  ASSERT_TRUE(cholesky(L));
  EXPECT_MATRIX_EQ(Matrix(frame.block(2, 3, 5, 5)), L);
  EXPECT_EQ(frame(1, 3), 7.0);
  EXPECT_EQ(frame(7, 3), 7.0);
}

TEST(Lapack, SolvesOnTheRight) {
  const Matrix A = definite(8), X = Rng(1).normal(3, 8);
  const std::optional<Matrix> solution = solve_on_the_right(X, A);
  ASSERT_TRUE(solution);
  EXPECT_MATRIX_NEAR(*solution * A, X, 1e-10);
  EXPECT_MATRIX_EQ(solve_normal_equations(X, A), *solution);
}

TEST(Lapack, SolvesNothingOnTheRightOfWhatIsNotDefinite) {
  Matrix A = definite(8);
  A(7, 7) = -1.0;
  const Matrix X = Rng(1).normal(3, 8);
  EXPECT_FALSE(solve_on_the_right(X, A));
  EXPECT_TRUE(solve_normal_equations(X, A).array().isNaN().all());
}

TEST(Lapack, LuSolvesOnTheLeftAndOnTheRight) {
  const Matrix A = Rng(2).normal(20, 20), B = Rng(3).normal(20, 4);
  Matrix factors = A, X = B, Y = B.transpose();
  std::vector<int> pivots;
  ASSERT_TRUE(lu_factor(factors, pivots));
  lu_solve(factors, pivots, X);
  lu_solve_on_the_right(factors, pivots, Y);
  EXPECT_MATRIX_NEAR(X, testing::dense_solve(A, B), 1e-9);
  EXPECT_MATRIX_NEAR(Y.transpose(), testing::dense_solve(A.transpose(), B), 1e-9);
  Matrix singular = Matrix::Zero(2, 2);
  EXPECT_FALSE(lu_factor(singular, pivots));
  Matrix unknown{{1.0, kNaN}, {0.0, 1.0}};
  EXPECT_FALSE(lu_factor(unknown, pivots));
}

}  // namespace
}  // namespace elto
