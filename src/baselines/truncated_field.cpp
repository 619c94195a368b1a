// SPDX-License-Identifier: Apache-2.0
#include "elto/baselines/truncated_field.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "elto/core/error.hpp"

#include "linalg/lapack.hpp"

namespace elto {

double singular_value_threshold(double beta) {
  require(beta > 0.0 && beta <= 1.0, "beta", "in (0, 1]", beta);
  const double root = std::sqrt(beta * beta + 14.0 * beta + 1.0);
  return std::sqrt(2.0 * (beta + 1.0) + 8.0 * beta / (beta + 1.0 + root));
}

TruncatedField truncated_field(const MatrixView& values, double deviation) {
  require(values.size() > 0 && values.allFinite(), "values", "finite numbers", "others, or none");
  require(deviation >= 0.0, "deviation", "at least 0", deviation);
  const auto [shorter, longer] = std::minmax({values.rows(), values.cols()});
  const auto m = static_cast<double>(shorter), n = static_cast<double>(longer);
  const double threshold = singular_value_threshold(m / n) * std::sqrt(n) * deviation;
  const std::optional<SingularDecomposition> found = singular_decomposition(values);
  if (!found)
    return {
        Matrix::Constant(values.rows(), values.cols(), std::numeric_limits<double>::quiet_NaN())};
  const auto& [U, s, V] = *found;
  const Index rank = (s.array() > threshold).count();
  return {U.leftCols(rank) * s.head(rank).asDiagonal() * V.leftCols(rank).transpose(), rank};
}

}  // namespace elto
