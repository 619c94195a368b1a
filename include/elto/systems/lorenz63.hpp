// SPDX-License-Identifier: Apache-2.0
// The Lorenz system of 1963, three variables that are chaotic,
//   x' = 10 (y - x),   y' = x (28 - z) - y,   z' = x y - 8/3 z
// after a spin-up from a random start, each component standardised, then noise added.
#pragma once

#include "elto/core/random.hpp"
#include "elto/systems/simulation.hpp"

namespace elto {

struct Lorenz63Options {
  Index rows = 2000;
  double time_step = 0.02;  ///< between rows, in (0, 1]
  double noise = 0.2;       ///< standard deviation, of components with standard deviation 1
};
void validate(const Lorenz63Options& options);

/// Channels x, y, z.
Simulation lorenz63(const Lorenz63Options& options, Rng& rng);

}  // namespace elto
