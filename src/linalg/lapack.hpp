// SPDX-License-Identifier: Apache-2.0
// The factorisations the library needs, by LAPACK (OpenBLAS carries it). Compared with Eigen's own
// they run at BLAS speed, those of an Eigen::Ref work in place without allocating, and all compile
// in no time.
#pragma once

#include <optional>
#include <vector>

#include "elto/core/types.hpp"

namespace elto {

/// A <- V, values <- eigenvalues in ascending order, for symmetric A = V diag(values) V^T. False if
/// the iteration did not converge (A not finite).
[[nodiscard]] bool symmetric_eigen(Eigen::Ref<Matrix> A, Eigen::Ref<Vector> values);
/// The same with room to work in, kEigenWork * n numbers, so that nothing is allocated.
[[nodiscard]] bool symmetric_eigen(Eigen::Ref<Matrix> A, Eigen::Ref<Vector> values, double* work);
inline constexpr Index kEigenWork =
    34;  // LAPACK's blocked reduction wants (block + 2) n, block = 32

/// A <- its lower Cholesky factor, upper triangle zeroed. False if A is not positive definite.
[[nodiscard]] bool cholesky(Eigen::Ref<Matrix> A);

/// X A^-1 for symmetric positive definite A, rows of X being right-hand sides. Nothing if A is not
/// positive definite.
[[nodiscard]] std::optional<Matrix> solve_on_the_right(const MatrixView& X, Matrix A);
/// W of the normal equations W N = C. NaN throughout if N is not positive definite, so that nobody
/// takes what is learned from it for a model: its filter fails at the first row.
[[nodiscard]] Matrix solve_normal_equations(const MatrixView& C, Matrix N);

/// A <- L and U of P A = L U. False if U is singular or not finite.
[[nodiscard]] bool lu_factor(Eigen::Ref<Matrix> A, std::vector<int>& pivots);
/// B <- A^-1 B, with the factors from lu_factor.
void lu_solve(const MatrixView& factors, const std::vector<int>& pivots, Eigen::Ref<Matrix> B);
/// B <- B A^-1. OpenBLAS takes little more than half the time of a solution on the left for it.
void lu_solve_on_the_right(const MatrixView& factors, const std::vector<int>& pivots,
                           Eigen::Ref<Matrix> B);

/// A = Q R for an m x n matrix: Q has min(m, n) orthonormal columns, R is upper triangular.
struct [[nodiscard]] ThinQr {
  Matrix Q, R;
};
/// Nothing if A is not finite.
[[nodiscard]] std::optional<ThinQr> thin_qr(Matrix A);

/// The w that minimise |b - A w|^2, by A P = Q R with pivoted columns, which unlike A^T A does not
/// square the condition.
struct [[nodiscard]] LeastSquares {
  Vector solution;  ///< 0 for columns that depend on the others up to rounding
  Vector variance;  ///< diagonal of (A^T A)^-1; huge or not finite for these columns
  Index rank = 0;
};
/// For A with at least as many rows as columns. Nothing if A or b are not finite.
[[nodiscard]] std::optional<LeastSquares> pivoted_least_squares(Matrix A, Vector b);

/// A = U diag(values) V^T for an m x n matrix: min(m, n) values in descending order, and as many
/// orthonormal columns of U and of V.
struct [[nodiscard]] SingularDecomposition {
  Matrix U;
  Vector values;
  Matrix V;
};
/// Nothing if A is not finite, or the iteration did not converge.
[[nodiscard]] std::optional<SingularDecomposition> singular_decomposition(Matrix A);
/// The values alone.
[[nodiscard]] std::optional<Vector> singular_values(Matrix A);

}  // namespace elto
