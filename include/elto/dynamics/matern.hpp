// SPDX-License-Identifier: Apache-2.0
// A stationary signal with the covariance of Matern, of smoothness 1/2, 3/2 or 5/2: its derivative
// of order m = 1, 2 or 3 obeys (d/dt + lambda)^m s = white noise, lambda = sqrt(2 m - 1) / length.
//   F = exp(A h),   Q = P - F P F^T,   P the stationary covariance
#pragma once

#include "elto/dynamics/transition.hpp"

namespace elto {

struct Matern {
  Index order = 2;        ///< m: smoothness m - 1/2
  double variance = 1.0;  ///< of the signal, positive
  double length = 10.0;   ///< over which it changes, positive

  std::vector<Index> blocks() const { return {order}; }
  RowVector readout() const { return RowVector::Unit(order, 0); }
  Vector logs() const;  ///< variance, length
  void set_logs(VectorView logs);
  Transition transition(double step) const;
  LogDerivatives derivatives(double step) const;
  Matrix initial() const;
  std::vector<Matrix> initial_derivatives() const;
};
static_assert(LinearDynamics<Matern>);

/// Throws InvalidArgument naming the field.
void validate(const Matern& component);

}  // namespace elto
