// SPDX-License-Identifier: Apache-2.0
// The pendulum of the paper: a rod of length 0.5 and mass 5 with friction, its angle q measured
// from the upright position, swinging from a random start and shaken by a random torque,
//   q'' = (g l m sin(q) + torque) / I - q',   I = m l^2 / 3
// integrated at 10 kHz, observed at 10 Hz. Episodes are short and independent.
#pragma once

#include <vector>

#include "elto/core/random.hpp"
#include "elto/systems/simulation.hpp"

namespace elto {

struct PendulumOptions {
  Index rows = 30;                  ///< of an episode
  double process_noise = 0.1;       ///< n_p: the torque is n_p / sqrt(0.1) times a normal number
  double observation_noise = 0.01;  ///< n_o, of the angle
};
void validate(const PendulumOptions& options);

/// One channel, angle. The episode starts with an angle in pi/4 [-1, 1] and an angular velocity in
/// 2 pi [-1, 1], uniform.
Simulation pendulum(const PendulumOptions& options, Rng& rng);

}  // namespace elto
