// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/input_gains.hpp"

#include <cmath>
#include <limits>

#include "elto/core/error.hpp"

#include <Eigen/Cholesky>

namespace elto {

Vector whitened(const LinearModel& model, const Rows& rows, const std::vector<Jump>& jumps) {
  const FilteredRows filtered = filter(model, rows, jumps);
  if (!filtered.status.ok()) return {};
  Vector white(rows.values.array().isFinite().count());
  Index next = 0;
  for (Index t = 0; t < rows.count(); ++t)
    if (!std::isnan(rows.values(t, 0)))
      white[next++] = (rows.values(t, 0) - filtered.predicted.mean(t, 0)) /
                      std::sqrt(filtered.predicted.variance(t, 0) + model.noise[0]);
  return white;
}

Rows column_as_rows(const Rows& entries, const VectorView& column) {
  return {.times = entries.times,
          .values = entries.values.col(0).array().isNaN().select(
              std::numeric_limits<double>::quiet_NaN(), column)};
}

GainFit fit_gains(const VectorView& entries, const MatrixView& columns, const VectorView& prior) {
  const Index K = columns.cols();
  require(columns.rows() == entries.size(), "columns", "as long as the entries", columns.rows());
  require(prior.size() == K && (prior.array() > 0.0).all(), "prior", "positive, one of each column",
          prior.size());
  Matrix N = columns.transpose() * columns;
  N.diagonal() += prior.cwiseAbs2().cwiseInverse();
  const Vector g = columns.transpose() * entries;
  const Eigen::LLT<Matrix> factor(N);
  const Vector gain = factor.solve(g);
  return {.gain = gain,
          .covariance = factor.solve(Matrix::Identity(K, K)),
          .gained = 0.5 * g.dot(gain)};
}

GainVariance gain_variance(const LinearModel& model, const Matrix& covariance, const Rows& entries,
                           const std::vector<Jump>& jumps, const MatrixView& columns) {
  Matrix signal(columns.rows(), columns.cols()), left_out = signal;
  for (Index k = 0; k < columns.cols(); ++k) {
    const SmoothedRows smoothed = smooth(model, column_as_rows(entries, columns.col(k)), jumps);
    signal.col(k) = columns.col(k) - smoothed.signal.mean.col(0);
    left_out.col(k) = columns.col(k) - smoothed.left_out.mean.col(0);
  }
  return {.signal = (signal * covariance).cwiseProduct(signal).rowwise().sum(),
          .left_out = (left_out * covariance).cwiseProduct(left_out).rowwise().sum()};
}

}  // namespace elto
