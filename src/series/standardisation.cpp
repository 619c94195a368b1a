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
  // Sums of differences from a row, not of values: a constant channel gives exact zeros, however
  // long it is, and a huge offset costs no digits.
  const RowVector origin = sequences.front().row(0);
  Index n = 0;
  RowVector sum = RowVector::Zero(d);
  for (const Matrix& y : sequences) {
    sum += (y.rowwise() - origin).colwise().sum();
    n += y.rows();
  }
  const RowVector shift = sum / static_cast<double>(n);
  RowVector squares = RowVector::Zero(d);
  for (const Matrix& y : sequences)
    squares += ((y.rowwise() - origin).rowwise() - shift).colwise().squaredNorm();
  const RowVector mean = origin + shift;
  const RowVector deviation = (squares / static_cast<double>(n)).cwiseSqrt();
  for (Index j = 0; j < d; ++j) {
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
