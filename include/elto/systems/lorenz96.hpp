// SPDX-License-Identifier: Apache-2.0
// The Lorenz-96 system, a ring of D coupled variables that is chaotic,
//   dx_i/dt = (x_{i+1} - x_{i-2}) x_{i-1} - x_i + F,   F = 8
// after a spin-up, each component standardised, then noise added.
#pragma once

#include "elto/core/random.hpp"
#include "elto/systems/simulation.hpp"

namespace elto {

enum class Lorenz96Start {
  disturbed_equilibrium,  ///< F everywhere, F + 0.01 in the first component; 500 steps of spin-up
  random,  ///< F + N(0, 1); 2000 steps. For D >= 100 the other leaves far components at rest
};

struct Lorenz96Options {
  Index rows = 1000;
  Index dimension = 5;      ///< D, at least 4
  double time_step = 0.01;  ///< between rows, in (0, 0.1]
  double noise = 0.1;       ///< standard deviation, of components with standard deviation 1
  Lorenz96Start start = Lorenz96Start::disturbed_equilibrium;
};
void validate(const Lorenz96Options& options);

/// Channels x0, x1, ...
Simulation lorenz96(const Lorenz96Options& options, Rng& rng);

}  // namespace elto
