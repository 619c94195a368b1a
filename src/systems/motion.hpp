// SPDX-License-Identifier: Apache-2.0
// Trajectories of equations of motion:
//   ordinary    Dormand and Prince, errors of a step below 1e-10
//   delayed     Runge and Kutta, fourth order; the past by cubic Hermite polynomials between steps
//   stochastic  Euler and Maruyama
// the latter two with many steps between two rows.
#pragma once

#include "elto/core/random.hpp"
#include "elto/systems/equations_of_motion.hpp"

namespace elto {

/// The first row is at time 0.
struct Course {
  Vector start;  ///< at -spin_up, and before it
  double spin_up = 0.0;
  Index rows = 1;
  double step = 1.0;  ///< between rows
};

/// The generator is used by stochastic equations only; they must not have a delay.
Matrix trajectory_of(const EquationsOfMotion& equations, const Course& course, Rng& rng);

}  // namespace elto
