// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/pendulum.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include "elto/core/error.hpp"

namespace elto {

void validate(const PendulumOptions& options) {
  require(options.rows >= 1, "rows", "at least 1", options.rows);
  require(options.process_noise >= 0.0 && std::isfinite(options.process_noise), "process_noise",
          "at least 0, finite", options.process_noise);
  require(options.observation_noise >= 0.0 && std::isfinite(options.observation_noise),
          "observation_noise", "at least 0, finite", options.observation_noise);
}

Simulation pendulum(const PendulumOptions& options, Rng& rng) {
  validate(options);
  constexpr double kLength = 0.5, kMass = 5.0, kFriction = 1.0, kGravity = 9.81;
  constexpr double kInertia = kMass * kLength * kLength / 3.0;
  constexpr double kInterval = 0.1, kStep = 1e-4;
  constexpr int kSubsteps = 1000;
  const auto uniform = [&](double limit) { return limit * (2.0 * rng.uniform() - 1.0); };

  double angle = uniform(std::numbers::pi / 4.0);
  double velocity = uniform(2.0 * std::numbers::pi);
  Matrix truth(options.rows, 1);
  for (Index t = 0; t < options.rows; ++t) {
    truth(t, 0) = angle;
    const double torque = options.process_noise / std::sqrt(kInterval) * rng.normal();
    for (int i = 0; i < kSubsteps; ++i) {
      velocity += kStep * ((kGravity * kLength * kMass * std::sin(angle) + torque) / kInertia -
                           kFriction * velocity);
      angle += kStep * velocity;
    }
  }
  Series observed(truth + options.observation_noise * rng.normal(options.rows, 1), {"angle"});
  observed.time = regular_times(options.rows, kInterval);
  return {std::move(observed), std::move(truth)};
}

}  // namespace elto
