// SPDX-License-Identifier: Apache-2.0
// A level, a trend, or a trend of a trend: the derivative of a given order is a Wiener process,
//   d^m s / dt^m = white noise of density q,   F_ij = h^(j-i) / (j-i)!,
//   Q_ij = q h^(2m-1-i-j) / ((2m-1-i-j) (m-1-i)! (m-1-j)!)
// beside which the level itself may move by white noise. Its estimate is a smoothing spline.
#pragma once

#include "elto/dynamics/transition.hpp"

namespace elto {

struct IntegratedWiener {
  Index order = 2;           ///< m: 1 level, 2 trend, 3 trend of a trend
  double noise = 1e-3;       ///< q, density of the noise of the highest derivative; positive
  double level_noise = 0.0;  ///< density of the noise of the level beside it; 0: none

  std::vector<Index> blocks() const { return {order}; }
  RowVector readout() const { return RowVector::Unit(order, 0); }
  Vector logs() const;  ///< noise, and level_noise unless it is none
  void set_logs(VectorView logs);
  Transition transition(double step) const;
  LogDerivatives derivatives(double step) const;
  /// 10, 1, 0.1: the level is somewhere near the data, and it moves by less than them in a row.
  Matrix initial() const;
  std::vector<Matrix> initial_derivatives() const;
};
static_assert(LinearDynamics<IntegratedWiener>);

/// Throws InvalidArgument naming the field.
void validate(const IntegratedWiener& component);

}  // namespace elto
