// SPDX-License-Identifier: Apache-2.0
// Predator and prey after Lotka and Volterra,
//   predator' = -death predator + feeding predator prey
//   prey'     =  birth prey - hunting predator prey
// by default with the coefficients that describe the lynx and hare of systems/lynx_hare.hpp.
#pragma once

#include "elto/core/random.hpp"
#include "elto/systems/simulation.hpp"

namespace elto {

struct LotkaVolterraOptions {
  Index rows = 200;
  double time_step = 20.0 / 199.0;  ///< between rows, in years; positive
  double death = 0.84, feeding = 0.026, birth = 0.55, hunting = 0.028;  ///< all positive
  double predator = 4.0, prey = 30.0;                                   ///< of the first row
  double noise = 0.1;  ///< standard deviation over that of the channel
};
void validate(const LotkaVolterraOptions& options);

/// Channels predator and prey.
Simulation lotka_volterra(const LotkaVolterraOptions& options, Rng& rng);

}  // namespace elto
