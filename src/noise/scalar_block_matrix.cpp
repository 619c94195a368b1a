// SPDX-License-Identifier: Apache-2.0
#include "elto/noise/scalar_block_matrix.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "elto/core/error.hpp"

#include "core/unknown.hpp"
#include "linalg/lapack.hpp"

namespace elto {
namespace {

Matrix inverse_of(Matrix A) {
  Matrix inverse = Matrix::Identity(A.rows(), A.cols());
  std::vector<int> pivots;
  if (lu_factor(A, pivots))
    lu_solve(A, pivots, inverse);
  else
    inverse.setConstant(kUnknown);
  return inverse;
}

Vector eigenvalues_of(Matrix A) {
  Vector values(A.rows());
  if (!symmetric_eigen(A, values)) values.setConstant(kUnknown);
  return values;
}

void become_factor(Matrix& A) {
  if (!cholesky(A)) A.setConstant(kUnknown);
}

}  // namespace

Index BlockPartition::begin(Index block) const {
  return block * (size / blocks) + std::min(block, size % blocks);
}

Index BlockPartition::length(Index block) const {
  return size / blocks + (block < size % blocks ? 1 : 0);
}

Index BlockPartition::shared_length(Index i, Index j) const {
  return length(std::max(i, j));  // lengths do not grow with the block's number
}

ScalarBlockMatrix::ScalarBlockMatrix(Index size, Matrix theta)
    : size_(size), head_(std::move(theta)) {
  require(head_.rows() == head_.cols(), "theta", "square",
          concat(head_.rows(), " x ", head_.cols()));
  require(head_.rows() >= 1 && head_.rows() <= size, "blocks",
          concat("between 1 and the matrix size ", size), head_.rows());
  const Index q = size % head_.rows();
  tail_ = head_.topLeftCorner(q, q);
}

ScalarBlockMatrix::ScalarBlockMatrix(Index size, Matrix head, Matrix tail)
    : size_(size), head_(std::move(head)), tail_(std::move(tail)) {}

void ScalarBlockMatrix::multiply(const MatrixView& x, Eigen::Ref<Matrix> out) const {
  const BlockPartition partition{size_, blocks()};
  const Index m = size_ / blocks(), q = size_ % blocks();
  out.setZero();
  for (Index i = 0; i < blocks(); ++i)
    for (Index j = 0; j < blocks(); ++j)
      out.middleRows(partition.begin(i), m) += head_(i, j) * x.middleRows(partition.begin(j), m);
  for (Index i = 0; i < q; ++i)
    for (Index j = 0; j < q; ++j)
      out.row(partition.begin(i) + m) += tail_(i, j) * x.row(partition.begin(j) + m);
}

Matrix ScalarBlockMatrix::operator*(const MatrixView& x) const {
  Matrix out(x.rows(), x.cols());
  multiply(x, out);
  return out;
}

ScalarBlockMatrix ScalarBlockMatrix::operator*(const ScalarBlockMatrix& other) const {
  require(other.size_ == size_ && other.blocks() == blocks(), "factor of a scalar-block product",
          concat(size_, " x ", size_, " with ", blocks(), " blocks"),
          concat(other.size_, " with ", other.blocks()));
  return {size_, head_ * other.head_, tail_ * other.tail_};
}

ScalarBlockMatrix ScalarBlockMatrix::transpose() const {
  return {size_, head_.transpose(), tail_.transpose()};
}

// Two k x k inverses stand for the inverse of the n x n matrix: k is at most a few tens.
ScalarBlockMatrix ScalarBlockMatrix::inverse() const {
  return {size_, inverse_of(head_), inverse_of(tail_)};
}

ScalarBlockMatrix ScalarBlockMatrix::cholesky() const {
  ScalarBlockMatrix L = *this;
  become_factor(L.head_);
  become_factor(L.tail_);
  return L;
}

Matrix ScalarBlockMatrix::solve(const MatrixView& x) const {
  return inverse() * x;
}

double ScalarBlockMatrix::log_determinant() const {
  const ScalarBlockMatrix L = cholesky();
  const Index m = size_ / blocks();  // full rows
  return 2.0 * (static_cast<double>(m) * L.head_.diagonal().array().log().sum() +
                L.tail_.diagonal().array().log().sum());
}

Vector ScalarBlockMatrix::eigenvalues() const {
  Vector all(size_);
  all << eigenvalues_of(head_).replicate(size_ / blocks(), 1), eigenvalues_of(tail_);
  std::sort(all.begin(), all.end());
  return all;
}

Matrix ScalarBlockMatrix::dense() const {
  return *this * Matrix::Identity(size_, size_);
}

void ScalarBlockMatrix::assign_square(const MatrixView& L) {
  head_.noalias() = L * L.transpose();
  tail_ = head_.topLeftCorner(tail_.rows(), tail_.cols());
}

void ScalarBlockMatrix::assign_inverse_square(const MatrixView& L) {
  // With W = L^-1 the inverse is W^T W; the leading block of W is the inverse of the leading block
  // of L, because both are triangular.
  head_.setIdentity();
  L.triangularView<Eigen::Lower>().solveInPlace(head_);
  const auto leading = head_.topLeftCorner(tail_.rows(), tail_.cols());
  tail_.noalias() = leading.transpose() * leading;
  // W^T W in place: entry (i, j), j <= i, needs rows >= i of columns i and j only, and the columns
  // to the left are no longer needed once done.
  for (Index j = 0; j < head_.cols(); ++j)
    for (Index i = j; i < head_.rows(); ++i)
      head_(i, j) = head_.col(i).tail(head_.rows() - i).dot(head_.col(j).tail(head_.rows() - i));
  head_.triangularView<Eigen::StrictlyUpper>() = head_.transpose();
}

Matrix block_means(const MatrixView& A, Index blocks) {
  const BlockPartition partition{A.rows(), blocks};
  Matrix theta(blocks, blocks);
  for (Index i = 0; i < blocks; ++i)
    for (Index j = 0; j < blocks; ++j) {
      const Index length = partition.shared_length(i, j);
      theta(i, j) = A.block(partition.begin(i), partition.begin(j), length, length).trace() /
                    static_cast<double>(length);
    }
  return theta;
}

void add_block_means(const MatrixView& X, const MatrixView& Y, Eigen::Ref<Matrix> theta) {
  const BlockPartition partition{X.rows(), theta.rows()};
  for (Index i = 0; i < theta.rows(); ++i)
    for (Index j = 0; j < theta.cols(); ++j) {
      const Index length = partition.shared_length(i, j);
      theta(i, j) += X.middleRows(partition.begin(i), length)
                         .cwiseProduct(Y.middleRows(partition.begin(j), length))
                         .sum() /
                     static_cast<double>(length);
    }
}

void rectify(Eigen::Ref<Matrix> theta, double threshold) {
  constexpr Index kOnStack = 32;
  const Index k = theta.rows();
  std::array<double, kOnStack*(kOnStack + 1 + kEigenWork)> stack;
  std::vector<double> heap(k > kOnStack ? static_cast<std::size_t>(k * (k + 1 + kEigenWork)) : 0);
  double* room = heap.empty() ? stack.data() : heap.data();
  Eigen::Map<Matrix> V(room, k, k);
  Eigen::Map<Vector> values(room + k * k, k);

  V = 0.5 * (theta + theta.transpose());
  if (!symmetric_eigen(V, values, room + k * (k + 1))) {
    theta.setConstant(kUnknown);
    return;
  }
  theta.setZero();
  for (Index i = 0; i < k; ++i)
    for (Index j = 0; j < k; ++j)
      theta.col(j) += std::max(values[i], threshold) * V(j, i) * V.col(i);
}

double largest_eigenvalue_bound(const MatrixView& L) {
  double bound = 0.0;
  for (Index i = 0; i < L.rows(); ++i) {
    double row_sum = 0.0;
    for (Index j = 0; j < L.rows(); ++j) row_sum += std::abs(L.row(i).dot(L.row(j)));
    bound = std::max(bound, row_sum);
  }
  return bound;
}

}  // namespace elto
