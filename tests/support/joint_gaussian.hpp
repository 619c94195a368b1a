// SPDX-License-Identifier: Apache-2.0
// What filters and smoothers of a linear Gaussian system compute step by step, at once: the joint
// normal distribution of all its states, conditioned on all that was seen.
#pragma once

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "elto/baselines/linear_gaussian.hpp"

#include "support/dense_algebra.hpp"

namespace elto::testing {

struct JointGaussian {
  Vector mean;  ///< of x_1, ..., x_T, one after the other
  Matrix covariance;
  double log_likelihood = 0.0;
};

/// NaN is missing.
inline JointGaussian conditioned(const LinearGaussianModel& model, const Matrix& rows) {
  const Index T = rows.rows(), m = model.mean.size();
  Vector prior(T * m);
  Matrix P(T * m, T * m);
  Vector mean = model.mean;
  Matrix variance = model.covariance;
  for (Index t = 0; t < T; ++t) {
    prior.segment(t * m, m) = mean;
    Matrix cross = variance;
    for (Index s = t; s < T; ++s) {
      P.block(s * m, t * m, m, m) = cross;
      P.block(t * m, s * m, m, m) = cross.transpose();
      cross = (model.F * cross).eval();
    }
    mean = (model.F * mean).eval();
    variance = (model.F * variance * model.F.transpose() + model.Q).eval();
  }
  std::vector<std::pair<Index, Index>> seen;
  for (Index t = 0; t < T; ++t)
    for (Index j = 0; j < rows.cols(); ++j)
      if (!std::isnan(rows(t, j))) seen.emplace_back(t, j);
  const auto n = std::ssize(seen);
  Matrix H = Matrix::Zero(n, T * m), R = Matrix::Zero(n, n);
  Vector y(n);
  for (Index i = 0; i < n; ++i) {
    const auto [t, j] = seen[static_cast<std::size_t>(i)];
    H.block(i, t * m, 1, m) = model.H.row(j);
    y[i] = rows(t, j);
    for (Index k = 0; k < n; ++k)
      if (const auto [other, l] = seen[static_cast<std::size_t>(k)]; other == t)
        R(i, k) = model.R(j, l);
  }
  const Matrix S = H * P * H.transpose() + R;
  const Matrix K = dense_solve(S, H * P).transpose();
  const Vector d = y - H * prior;
  const double log_determinant = symmetric_eigenvalues(S).array().log().sum();
  return {prior + K * d, P - K * H * P,
          -0.5 * (d.dot(Vector(dense_solve(S, d))) + log_determinant +
                  static_cast<double>(n) * std::log(2.0 * std::numbers::pi))};
}

}  // namespace elto::testing
