// SPDX-License-Identifier: Apache-2.0
#include "discovery/ridge.hpp"

#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "core/unknown.hpp"
#include "linalg/lapack.hpp"

namespace elto {
namespace {}  // namespace

ScaledColumns with_unit_norms(const MatrixView& X) {
  RowVector norms = X.colwise().norm();
  norms = (norms.array() > 0.0).select(norms, 1.0);
  return {X.array().rowwise() / norms.array(), norms};
}

Vector ridge(const MatrixView& X, const VectorView& y, double alpha,
             const std::vector<Index>& active) {
  Vector w = Vector::Zero(X.cols());
  const Index k = std::ssize(active);
  if (k == 0) return w;
  // As least squares with k rows more: sqrt(alpha) w = 0. Unlike X^T X it does not square the
  // condition.
  Matrix A(X.rows() + k, k);
  A.topRows(X.rows()) = X(Eigen::all, active);
  A.bottomRows(k) = std::sqrt(alpha) * Matrix::Identity(k, k);
  Vector b = Vector::Zero(A.rows());
  b.head(y.size()) = y;
  const std::optional<LeastSquares> found = pivoted_least_squares(std::move(A), std::move(b));
  w(active) = found ? found->solution : Vector::Constant(k, kUnknown);
  return w;
}

double condition_number(const MatrixView& X) {
  const std::optional<Vector> s = singular_values(X);
  return s ? (*s)[0] / (*s)[s->size() - 1] : kUnknown;
}

std::vector<Index> all_columns(Index count) {
  std::vector<Index> columns(static_cast<std::size_t>(count));
  std::iota(columns.begin(), columns.end(), Index{0});
  return columns;
}

}  // namespace elto
