// SPDX-License-Identifier: Apache-2.0
// The trajectory of x' = f(x; xi) by Runge-Kutta steps of fourth order, and its sensitivities
//   S = dx / d(xi, x_0),   S' = (df/dx) S + df/d(xi, x_0),   S_0 = (0, I)
// Both are moved by the same steps. So S is the derivative of the computed trajectory, not only of
// the one that it approximates.
#pragma once

#include "elto/core/status.hpp"
#include "elto/discovery/ode.hpp"

namespace elto {

struct TrajectoryOptions {
  Index rows = 2;          ///< at least 1; the first is the start
  double time_step = 1.0;  ///< between rows, positive
  Index substeps = 1;      ///< of Runge and Kutta between two rows; at least 1
};
void validate(const TrajectoryOptions& options);

struct [[nodiscard]] Trajectory {
  Matrix values = {};         ///< T x D; NaN from the row on at which it overflows
  Matrix sensitivities = {};  ///< T D x (K + D): D rows for each time; coefficients, then the start
  Status status = {};
};
Trajectory trajectory(const Ode& ode, const VectorView& start, const TrajectoryOptions& options);

}  // namespace elto
