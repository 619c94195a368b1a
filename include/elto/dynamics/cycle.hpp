// SPDX-License-Identifier: Apache-2.0
// A season or a quasi-periodic movement: rotations of period p, p/2, ..., p/H, driven by noise and,
// if damped, forgotten at a rate,
//   F_k = exp(-decay h) R(2 pi k h / p),   Q_k = (noise / k) (1 - exp(-2 decay h)) / (2 decay) I
// The signal is the sum of the first states of all harmonics.
#pragma once

#include "elto/dynamics/transition.hpp"

namespace elto {

struct Cycle {
  double period = 10.0;  ///< p, > 0
  Index harmonics = 1;   ///< H, >= 1
  double noise = 1e-4;   ///< density of the noise of the first harmonic; positive
  double decay = 0.0;    ///< rate at which it forgets its phase; 0: a season, which keeps it
  bool learns_period = false;

  std::vector<Index> blocks() const {
    return std::vector<Index>(static_cast<std::size_t>(harmonics), 2);
  }
  RowVector readout() const;
  Vector logs() const;  ///< noise, decay unless it is none, period where it is learned
  void set_logs(VectorView logs);
  Transition transition(double step) const;
  LogDerivatives derivatives(double step) const;
  /// 3 / k of a season; of a damped cycle that of its stationary state, but at most 10 / k.
  Matrix initial() const;
  std::vector<Matrix> initial_derivatives() const;
};
static_assert(LinearDynamics<Cycle>);

/// Throws InvalidArgument naming the field.
void validate(const Cycle& component);

}  // namespace elto
