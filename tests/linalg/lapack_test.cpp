// SPDX-License-Identifier: Apache-2.0
#include "linalg/lapack.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

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

/// Rows and columns, none, one, of all shapes.
constexpr std::pair<Index, Index> kShapes[] = {{0, 0}, {3, 0}, {0, 3}, {1, 1},
                                               {9, 4}, {4, 9}, {7, 7}, {300, 40}};

TEST(Lapack, ThinQrIsOrthogonalTimesTriangular) {
  for (const auto& [m, n] : kShapes) {
    const Matrix A = Rng(4).normal(m, n);
    const Index k = std::min(m, n);
    const std::optional<ThinQr> qr = thin_qr(A);
    ASSERT_TRUE(qr) << m << " x " << n;
    ASSERT_EQ(qr->Q.cols(), k);
    EXPECT_MATRIX_NEAR(qr->Q * qr->R, A, 1e-12 * (1.0 + A.norm()));
    EXPECT_MATRIX_NEAR(qr->Q.transpose() * qr->Q, Matrix::Identity(k, k), 1e-13);
    EXPECT_MATRIX_EQ(qr->R, Matrix(qr->R.triangularView<Eigen::Upper>()));
  }
  EXPECT_FALSE(thin_qr(Matrix{{1.0, kNaN}, {0.0, 1.0}}));
}

TEST(Lapack, LeastSquaresSolveTheNormalEquations) {
  const Matrix A = Rng(5).normal(30, 6);
  const Vector b = Rng(6).normal(30, 1);
  const std::optional<LeastSquares> found = pivoted_least_squares(A, b);
  ASSERT_TRUE(found);
  const Matrix inverse = testing::dense_inverse(A.transpose() * A);
  EXPECT_EQ(found->rank, 6);
  EXPECT_MATRIX_NEAR(found->solution, inverse * A.transpose() * b, 1e-12);
  EXPECT_MATRIX_NEAR(found->variance, inverse.diagonal(), 1e-12);
}

TEST(Lapack, LeastSquaresDoNotSquareTheCondition) {
  constexpr double kNearly = 1e-9;  // its square is lost beside 1
  const Matrix A{{1.0, 1.0}, {kNearly, 0.0}, {0.0, kNearly}};
  const Vector w{{2.0, -3.0}};
  const std::optional<LeastSquares> found = pivoted_least_squares(A, A * w);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->rank, 2);
  EXPECT_MATRIX_NEAR(found->solution, w, 1e-6);  // rounding times the condition, 1e9
}

TEST(Lapack, LeastSquaresLeaveOutWhatDependsOnTheRest) {
  Matrix A = Matrix::Zero(5, 3);
  A(0, 0) = A(1, 1) = 2.0;
  const Vector b = Vector::LinSpaced(5, 1.0, 5.0);
  const std::optional<LeastSquares> found = pivoted_least_squares(A, b);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->rank, 2);
  EXPECT_MATRIX_NEAR(found->solution, Vector({{0.5, 1.0, 0.0}}), 1e-15);
  const std::optional<LeastSquares> nothing = pivoted_least_squares(Matrix::Zero(5, 3), b);
  ASSERT_TRUE(nothing);
  EXPECT_EQ(nothing->rank, 0);
  EXPECT_MATRIX_EQ(nothing->solution, Vector::Zero(3));
  A(4, 2) = kNaN;
  EXPECT_FALSE(pivoted_least_squares(A, b));
  EXPECT_FALSE(pivoted_least_squares(Matrix::Ones(5, 1), kNaN * b));
}

TEST(Lapack, SingularValuesDecompose) {
  for (const auto& [m, n] : kShapes) {
    const Matrix A = Rng(7).normal(m, n);
    const Index k = std::min(m, n);
    const std::optional<SingularDecomposition> found = singular_decomposition(A);
    ASSERT_TRUE(found) << m << " x " << n;
    const auto& [U, s, V] = *found;
    ASSERT_EQ(s.size(), k);
    EXPECT_MATRIX_NEAR(U * s.asDiagonal() * V.transpose(), A, 1e-12 * (1.0 + A.norm()));
    EXPECT_MATRIX_NEAR(U.transpose() * U, Matrix::Identity(k, k), 1e-13);
    EXPECT_MATRIX_NEAR(V.transpose() * V, Matrix::Identity(k, k), 1e-13);
    EXPECT_TRUE(std::is_sorted(s.begin(), s.end(), std::greater{}));
    const std::optional<Vector> alone = singular_values(A);
    ASSERT_TRUE(alone);
    EXPECT_MATRIX_NEAR(*alone, s, 1e-12 * (1.0 + A.norm()));
    if (k == 0) continue;
    const Matrix gram = m < n ? Matrix(A * A.transpose()) : Matrix(A.transpose() * A);
    const Vector squares = testing::symmetric_eigenvalues(gram);
    EXPECT_MATRIX_NEAR(s.cwiseAbs2().reverse(), squares, 1e-10 * A.squaredNorm());
  }
}

TEST(Lapack, SingularValuesOfLowRankVanish) {
  const Matrix A = Rng(8).normal(20, 3) * Rng(9).normal(3, 12);
  const std::optional<SingularDecomposition> found = singular_decomposition(A);
  ASSERT_TRUE(found);
  EXPECT_GT(found->values[2], 1.0);
  EXPECT_LT(found->values[3], 1e-13 * found->values[0]);
  EXPECT_MATRIX_NEAR(
      found->U.leftCols(3) * found->values.head(3).asDiagonal() * found->V.leftCols(3).transpose(),
      A, 1e-12 * A.norm());
  const std::optional<Vector> none = singular_values(Matrix::Zero(4, 3));
  ASSERT_TRUE(none);
  EXPECT_MATRIX_EQ(*none, Vector::Zero(3));
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(singular_decomposition(Matrix{{1.0, kNaN}, {0.0, 1.0}}));
  EXPECT_FALSE(singular_values(Matrix{{1.0, infinity}, {0.0, 1.0}}));
}

}  // namespace
}  // namespace elto
