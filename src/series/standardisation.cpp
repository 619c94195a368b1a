// SPDX-License-Identifier: Apache-2.0
#include "elto/series/standardisation.hpp"

#include <cmath>
#include <limits>

#include "elto/core/error.hpp"

namespace elto {

Matrix Standardisation::apply(const MatrixView& values) const {
  return ((values.rowwise() - offset).array().rowwise() / scale.array()).matrix();
}

Matrix Standardisation::restore_mean(const MatrixView& standardised) const {
  return (standardised.array().rowwise() * scale.array()).matrix().rowwise() + offset;
}

Matrix Standardisation::restore_covariance(const MatrixView& standardised) const {
  return scale.asDiagonal() * standardised * scale.asDiagonal();
}

Standardisation standardisation_of(const std::vector<Matrix>& sequences) {
  const Index d = sequences.front().cols();
  Index n = 0;
  RowVector sum = RowVector::Zero(d);
  for (const Matrix& y : sequences) {
    sum += y.colwise().sum();
    n += y.rows();
  }
  const RowVector mean = sum / static_cast<double>(n);
  RowVector squares = RowVector::Zero(d);
  for (const Matrix& y : sequences) squares += (y.rowwise() - mean).colwise().squaredNorm();
  const RowVector deviation = (squares / static_cast<double>(n)).cwiseSqrt();
  for (Index j = 0; j < d; ++j) {
    // Rounding leaves a constant channel of size |mean| a deviation of about epsilon |mean|.
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
