// SPDX-License-Identifier: Apache-2.0
#include "elto/diagnostics/accuracy.hpp"

#include <cmath>
#include <limits>
#include <optional>

#include "elto/core/error.hpp"

#include "core/unknown.hpp"
#include "diagnostics/known_values.hpp"
#include "linalg/lapack.hpp"

namespace elto {
namespace {

/// NaN where one of the two is not finite.
Matrix errors_of(const Estimate& estimate, const Matrix& truth) {
  const Matrix errors = estimate.mean - truth;
  return errors.array().isFinite().select(errors, kUnknown);
}

Matrix normalised(const Matrix& errors, const Matrix& variance) {
  const Matrix z = errors.array() / variance.array().sqrt();
  return z.array().isFinite().select(z, kUnknown);
}

double root_mean_square(const VectorView& errors) {
  return std::sqrt(mean_square(errors).mean);
}

/// Of squares that are a row each, of so many channels.
MeanSquare nees_of(const VectorView& squares, Index channels) {
  return mean_square(mean_of_known(squares),
                     independent_values(squares) * static_cast<double>(channels));
}

/// e^T P^-1 e / D; NaN if P is no covariance.
double whole_row_square(const Vector& error, const Matrix& P) {
  const std::optional<Matrix> solved = solve_on_the_right(error.transpose(), P);
  if (!solved) return kUnknown;
  return error.dot(solved->row(0)) / static_cast<double>(error.size());
}

Vector row_squares(const Estimate& estimate, const Matrix& errors, const Matrix& z) {
  Vector squares(errors.rows());
  for (Index t = 0; t < errors.rows(); ++t)
    squares[t] = estimate.covariance.empty()
                     ? mean_of_known(z.row(t).transpose().cwiseAbs2())
                     : whole_row_square(errors.row(t).transpose(),
                                        estimate.covariance[static_cast<std::size_t>(t)]);
  return squares;
}

}  // namespace

Accuracies accuracy(const Estimate& estimate, const Matrix& truth) {
  require(truth.rows() == estimate.mean.rows() && truth.cols() == estimate.mean.cols(), "truth",
          concat(estimate.mean.rows(), " x ", estimate.mean.cols(), " as the estimate"),
          concat(truth.rows(), " x ", truth.cols()));
  const Matrix errors = errors_of(estimate, truth), z = normalised(errors, estimate.variance);
  Accuracies accuracies;
  for (Index j = 0; j < truth.cols(); ++j)
    accuracies.channels.push_back(
        {root_mean_square(errors.col(j)), nees_of(z.col(j).cwiseAbs2(), 1), coverage(z.col(j))});
  accuracies.overall = {root_mean_square(errors.reshaped()),
                        nees_of(row_squares(estimate, errors, z), truth.cols()),
                        coverage(z.reshaped())};
  return accuracies;
}

}  // namespace elto
