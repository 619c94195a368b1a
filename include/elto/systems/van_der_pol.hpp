// SPDX-License-Identifier: Apache-2.0
// Van der Pol's oscillator, x'' = mu (1 - x^2) x' - x: slow creeping and fast jumps that repeat.
#pragma once

#include "elto/core/random.hpp"
#include "elto/systems/simulation.hpp"

namespace elto {

struct VanDerPolOptions {
  Index rows = 1200;
  double time_step = 0.1;  ///< between rows, in (0, 1]
  double mu = 1.0;         ///< in [0, 10]; 0 is a harmonic oscillator
  double noise = 0.3;      ///< standard deviation, added to both channels
  double position = 2.0;   ///< of the first row
  double velocity = 0.0;   ///< of the first row
};
void validate(const VanDerPolOptions& options);

/// Channels position and velocity.
Simulation van_der_pol(const VanDerPolOptions& options, Rng& rng);

}  // namespace elto
