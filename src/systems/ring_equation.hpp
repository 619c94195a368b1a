// SPDX-License-Identifier: Apache-2.0
// Equations u_t = L u - c(t) (u^2)_x on a ring, by Fourier modes in space and by exponential
// Runge-Kutta steps of fourth order in time (ETDRK4 of Cox and Matthews, its coefficients as means
// over a circle after Kassam and Trefethen, SIAM J. Sci. Comput. 26, 2005): the linear part is
// solved exactly, however stiff it is.
#pragma once

#include <complex>
#include <functional>

#include "elto/core/types.hpp"

namespace elto {

struct RingEquation {
  double length = 0.0;                                 ///< of the ring
  std::function<std::complex<double>(double)> linear;  ///< symbol of L: what it makes of e^ikx
  std::function<double(double)> nonlinear;             ///< c(t)
};

struct TimeSteps {
  Index rows = 0;      ///< of the result
  double step = 0.0;   ///< between rows
  Index substeps = 1;  ///< of the integrator, in a step
};

/// Rows are times 0, step, ...; columns are equally spaced points, as many as the start has, which
/// must be a multiple of 4.
Matrix solve(const RingEquation& equation, const Vector& start, const TimeSteps& steps);

}  // namespace elto
