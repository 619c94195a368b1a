// SPDX-License-Identifier: Apache-2.0
#include "support/dense_algebra.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace elto::testing {

Matrix dense_inverse(const MatrixView& A) {
  return dense_solve(A, Matrix::Identity(A.rows(), A.cols()));
}

Matrix product(const MatrixView& A, const MatrixView& B) {
  return A * B;
}

Matrix dense_solve(const MatrixView& A, const MatrixView& B) {
  return A.partialPivLu().solve(B);
}

Vector symmetric_eigenvalues(const MatrixView& A) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(0.5 * (A + A.transpose()), Eigen::EigenvaluesOnly)
      .eigenvalues();
}

}  // namespace elto::testing
