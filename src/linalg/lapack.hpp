// SPDX-License-Identifier: Apache-2.0
// The four factorisations the library needs, by LAPACK (OpenBLAS carries it). Compared with Eigen's
// own they run at BLAS speed, work in place without allocating, and compile in no time.
#pragma once

#include <vector>

#include "elto/core/types.hpp"

namespace elto {

/// A <- V, values <- eigenvalues in ascending order, for symmetric A = V diag(values) V^T. False if
/// the iteration did not converge (A not finite).
bool symmetric_eigen(Eigen::Ref<Matrix> A, Eigen::Ref<Vector> values);
/// The same with room to work in, kEigenWork * n numbers, so that nothing is allocated.
bool symmetric_eigen(Eigen::Ref<Matrix> A, Eigen::Ref<Vector> values, double* work);
inline constexpr Index kEigenWork =
    34;  // LAPACK's blocked reduction wants (block + 2) n, block = 32

/// A <- its lower Cholesky factor, upper triangle zeroed. False if A is not positive definite.
bool cholesky(Eigen::Ref<Matrix> A);

/// X A^-1 for symmetric positive definite A, rows of X being right-hand sides.
Matrix solve_on_the_right(const MatrixView& X, Matrix A);

/// A <- L and U of P A = L U. False if U is singular.
bool lu_factor(Eigen::Ref<Matrix> A, std::vector<int>& pivots);
/// B <- A^-1 B, with the factors from lu_factor.
void lu_solve(const MatrixView& factors, const std::vector<int>& pivots, Eigen::Ref<Matrix> B);
/// B <- B A^-1. OpenBLAS takes little more than half the time of a solution on the left for it.
void lu_solve_on_the_right(const MatrixView& factors, const std::vector<int>& pivots,
                           Eigen::Ref<Matrix> B);

}  // namespace elto
