// SPDX-License-Identifier: Apache-2.0
#include "elto/features/feature_map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "elto/core/error.hpp"
#include "elto/features/gram.hpp"

#include "linalg/lapack.hpp"

namespace elto {
namespace {

struct PivotedCholesky {
  std::vector<Index> pivots;
  Matrix F;  // N x pivots: F F^T ~ G, lower triangular in the rows of the pivots
};

PivotedCholesky pivoted_cholesky(const Kernel& kernel, const MatrixView& X, double tolerance,
                                 Index most) {
  const Index n = X.rows();
  Vector residual(n);  // diagonal of G - F F^T
  for (Index i = 0; i < n; ++i) evaluate(kernel, X.row(i), X.row(i), residual.segment(i, 1));
  // Below rounding a pivot is noise, whatever the tolerance asks for.
  const double stop =
      std::max(tolerance, 8.0 * std::numeric_limits<double>::epsilon()) * residual.maxCoeff();
  PivotedCholesky result{{}, Matrix(n, most)};
  Matrix& F = result.F;
  Vector column(n);
  for (Index j = 0; j < most; ++j) {
    Index pivot = 0;
    const double largest = residual.maxCoeff(&pivot);
    if (!(largest > stop)) break;
    evaluate(kernel, X, X.row(pivot), column);
    column.noalias() -= F.leftCols(j) * F.row(pivot).head(j).transpose();
    F.col(j) = column / std::sqrt(largest);
    residual -= F.col(j).cwiseAbs2();
    residual[pivot] = 0.0;
    result.pivots.push_back(pivot);
  }
  require(!result.pivots.empty(), "points", "not all zero under the kernel", "a zero Gram matrix");
  F.conservativeResize(n, static_cast<Index>(result.pivots.size()));
  return result;
}

}  // namespace

RankOptions RankOptions::exact() {
  return {.tolerance = 0.0, .max_rank = std::numeric_limits<Index>::max()};
}

void validate(const RankOptions& options) {
  require(options.tolerance >= 0.0, "rank.tolerance", "at least 0", options.tolerance);
  require(options.max_rank >= 1, "rank.max_rank", "at least 1", options.max_rank);
}

Matrix FeatureMap::operator()(const MatrixView& X) const {
  return gram(kernel, X, landmarks) * projection;
}

Features learn_features(const Kernel& kernel, const MatrixView& X, const RankOptions& options) {
  validate(options);
  const Index n = X.rows();
  require(n >= 1, "points", "at least 1", n);
  const Index most = options.max_rank < n / 2 ? 2 * options.max_rank : n;
  const auto [pivots, F] = pivoted_cholesky(kernel, X, options.tolerance, most);
  const Index rank = std::min(F.cols(), options.max_rank);

  Matrix V = F.transpose() * F;
  Vector spectrum(V.rows());
  if (!symmetric_eigen(V, spectrum)) V.setConstant(std::numeric_limits<double>::quiet_NaN());
  const Matrix axes = V.rowwise().reverse().leftCols(rank);

  Features features;
  features.values.noalias() = F * axes;
  features.spectrum = spectrum.reverse().head(rank).cwiseMax(0.0);
  // Row x of F is L^-1 k(Z, x), L being the rows of the pivots.
  features.map = {kernel, X(pivots, Eigen::all), axes};
  const Matrix L = F(pivots, Eigen::all);
  L.transpose().triangularView<Eigen::Upper>().solveInPlace(features.map.projection);
  return features;
}

}  // namespace elto
