// SPDX-License-Identifier: Apache-2.0
#include "elto/series/standardisation.hpp"

#include <cmath>
#include <limits>

#include "elto/core/error.hpp"

namespace elto {

Matrix Standardisation::apply(const MatrixView& values) const {
  return ((values.rowwise() - offset).array().rowwise() / scale.array()).matrix();
}

Standardisation standardisation_of(const std::vector<Matrix>& sequences) {
  require(!sequences.empty() && sequences.front().rows() > 0, "sequences", "at least 1, not empty",
          sequences.size());
  const Index d = sequences.front().cols();
  // Sums of differences from a value, not of values: a constant channel gives exact zeros, however
  // long it is, and a huge offset costs no digits. What is missing does not count.
  RowVector origin = RowVector::Constant(d, std::numeric_limits<double>::quiet_NaN());
  RowVector n = RowVector::Zero(d), sum = n, squares = n;
  for (const Matrix& y : sequences)
    for (Index j = 0; j < d; ++j)
      for (const double value : y.col(j)) {
        if (std::isnan(value)) continue;
        if (std::isnan(origin[j])) origin[j] = value;
        sum[j] += value - origin[j];
        n[j] += 1.0;
      }
  const RowVector shift = sum.cwiseQuotient(n);
  for (const Matrix& y : sequences)
    for (Index j = 0; j < d; ++j)
      for (const double value : y.col(j))
        if (!std::isnan(value)) squares[j] += std::pow(value - origin[j] - shift[j], 2);
  const RowVector mean = origin + shift;
  const RowVector deviation = squares.cwiseQuotient(n).cwiseSqrt();
  for (Index j = 0; j < d; ++j) {
    require(n[j] > 0.0, concat("channel ", j), "observed at least once", "missing everywhere");
    // A channel that varies in its last digits only is a constant with rounding errors.
    const double rounding = 16.0 * std::numeric_limits<double>::epsilon() * std::abs(mean[j]);
    require(deviation[j] > rounding, concat("channel ", j), "varying",
            concat("the constant ", mean[j]));
  }
  return {mean, deviation};
}

Standardisation no_standardisation(Index dimension) {
  return {RowVector::Zero(dimension), RowVector::Ones(dimension)};
}

}  // namespace elto
