// SPDX-License-Identifier: Apache-2.0
#include "elto/features/feature_map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "elto/core/error.hpp"
#include "elto/features/gram.hpp"

namespace elto {

RankOptions RankOptions::exact() {
  return {.tolerance = 0.0, .max_rank = std::numeric_limits<Index>::max()};
}

void validate(const RankOptions& options) {
  require(options.tolerance >= 0.0, "rank.tolerance", "at least 0", options.tolerance);
  require(options.max_rank >= 1, "rank.max_rank", "at least 1", options.max_rank);
}

Matrix FeatureMap::operator()(const MatrixView& X) const {
  Matrix values = gram(kernel, X, landmarks);
  factor.transpose().triangularView<Eigen::Upper>().solveInPlace<Eigen::OnTheRight>(values);
  return values;
}

Features learn_features(const Kernel& kernel, const MatrixView& X, const RankOptions& options) {
  validate(options);
  const Index n = X.rows();
  const Index most = std::min(n, options.max_rank);
  Vector residual(n);  // diagonal of G - F F^T
  for (Index i = 0; i < n; ++i) evaluate(kernel, X.row(i), X.row(i), residual.segment(i, 1));
  // Below rounding a pivot is noise, whatever the tolerance asks for.
  const double stop = std::max(options.tolerance, 8.0 * std::numeric_limits<double>::epsilon()) *
                      residual.maxCoeff();

  Matrix F(n, most);
  std::vector<Index> pivots;
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
    pivots.push_back(pivot);
  }
  const auto rank = static_cast<Index>(pivots.size());
  require(rank > 0, "states", "not all zero under the kernel", "a zero Gram matrix");

  Features features{{kernel, X(pivots, Eigen::all), Matrix(F(pivots, Eigen::seqN(0, rank)))}, {}};
  features.map.factor.triangularView<Eigen::StrictlyUpper>().setZero();
  F.conservativeResize(n, rank);
  features.values = std::move(F);
  return features;
}

}  // namespace elto
