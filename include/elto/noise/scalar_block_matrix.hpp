// SPDX-License-Identifier: Apache-2.0
// Scalar-block matrices (paper, definition 1): n x n, cut into k x k blocks, each a multiple of the
// identity. With n = m k + q the first q blocks have m + 1 rows, the others m; blocks that are not
// square hold the rectangular identity. Ordered by position inside a block, such a matrix is
//   (I_m (x) head) (+) tail,   head k x k, tail = the leading q x q block of head,
// so everything about it is k x k algebra. Products and inverses keep the form, but not the tie
// between tail and head; that is why both are kept.
#pragma once

#include "elto/core/types.hpp"

namespace elto {

class ScalarBlockMatrix {
 public:
  /// theta is k x k, 1 <= k <= size.
  ScalarBlockMatrix(Index size, Matrix theta);

  Index size() const { return size_; }
  Index blocks() const { return head_.rows(); }
  const Matrix& head() const { return head_; }
  const Matrix& tail() const { return tail_; }

  /// out = this * x in O(size k) per column; allocates nothing; x and out must not overlap.
  void multiply(const MatrixView& x, Eigen::Ref<Matrix> out) const;
  Matrix operator*(const MatrixView& x) const;

  ScalarBlockMatrix operator*(const ScalarBlockMatrix& other) const;
  ScalarBlockMatrix transpose() const;
  /// NaN if it is singular.
  ScalarBlockMatrix inverse() const;
  /// Lower triangular factor: this = L L^T. The matrix must be symmetric and positive definite; if
  /// it is not, the factor is NaN.
  ScalarBlockMatrix cholesky() const;
  /// this^-1 * x
  Matrix solve(const MatrixView& x) const;

  /// Of a symmetric positive definite matrix.
  double log_determinant() const;
  /// Of a symmetric matrix: all n, ascending; NaN if it is not finite.
  Vector eigenvalues() const;

  Matrix dense() const;

  /// this <- L L^T and this <- (L L^T)^-1 for a lower triangular k x k factor L, as the covariances
  /// of the noise change while a filter runs; allocate nothing.
  void assign_square(const MatrixView& L);
  void assign_inverse_square(const MatrixView& L);

 private:
  ScalarBlockMatrix(Index size, Matrix head, Matrix tail);

  Index size_;
  Matrix head_, tail_;
};

/// Where the blocks of an n-vector begin and how long they are.
struct BlockPartition {
  Index size, blocks;

  Index begin(Index block) const;
  Index length(Index block) const;
  /// Length of the diagonal of block (i, j).
  Index shared_length(Index i, Index j) const;
};

/// First stage of the projection SP: theta_ij = mean of the diagonal of block (i, j) of a dense A.
Matrix block_means(const MatrixView& A, Index blocks);
/// theta += the same for A = X Y^T given by its factors (n x c each), which are never multiplied
/// out. O(n k c); allocates nothing.
void add_block_means(const MatrixView& X, const MatrixView& Y, Eigen::Ref<Matrix> theta);

/// Second stage of SP: theta symmetrised, eigenvalues raised to at least the threshold > 0. The
/// leading block then has eigenvalues above it too (interlacing), so the n x n matrix is positive
/// definite and still scalar-block. NaN if theta is not finite. Allocates nothing for k <= 32.
void rectify(Eigen::Ref<Matrix> theta, double threshold);

/// An upper bound of the largest eigenvalue of L L^T, and that eigenvalue itself if L is a multiple
/// of the identity: the largest absolute row sum.
double largest_eigenvalue_bound(const MatrixView& L);

}  // namespace elto
