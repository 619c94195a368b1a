// SPDX-License-Identifier: Apache-2.0
// The textbook: a linear Gaussian state-space model, its Kalman filter, and the adaptation of its
// noise (Akhlaghi et al. 2017, the AEKF of the paper's tables),
//   x_t = F x_{t-1} + N(0, Q),   y_t = H x_t + N(0, R)
//   R <- alpha R + (1 - alpha) (e e^T + H P+ H^T),   e = y - H x+
//   Q <- beta Q + (1 - beta) K d d^T K^T,            d = y - H x-
#pragma once

#include "elto/core/types.hpp"

namespace elto {

struct LinearGaussianModel {
  Matrix F;           ///< n x n
  Matrix H;           ///< D x n
  Matrix Q;           ///< n x n
  Matrix R;           ///< D x D, positive definite
  Vector mean;        ///< n, of the state of the first row, before it is seen
  Matrix covariance;  ///< n x n, likewise
};
/// Throws InvalidArgument naming the matrix whose shape does not fit.
void validate(const LinearGaussianModel& model);

struct MemoryFactors {
  double measurement = 1.0;  ///< alpha in [0, 1]; 1 keeps R
  double process = 1.0;      ///< beta in [0, 1]; 1 keeps Q
};

class LinearGaussianFilter {
 public:
  explicit LinearGaussianFilter(LinearGaussianModel model, const MemoryFactors& memory = {});

  /// Moves on to the next row; the first call gives the initial belief.
  void predict();
  /// Conditions on the entries that are not NaN.
  void update(const RowView& row);

  /// Of the observed quantities, without measurement noise: H x and H P H^T.
  RowVector mean() const { return (model_.H * model_.mean).transpose(); }
  Matrix covariance() const { return model_.H * model_.covariance * model_.H.transpose(); }

  /// Of log p(row | rows before), summed over the rows seen; the usual score of such a model.
  double log_likelihood() const { return log_likelihood_; }
  /// With the belief and the noise as they are now.
  const LinearGaussianModel& model() const { return model_; }

 private:
  LinearGaussianModel model_;
  MemoryFactors memory_;
  bool started_ = false;
  double log_likelihood_ = 0.0;
};

}  // namespace elto
