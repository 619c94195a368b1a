// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/van_der_pol.hpp"

#include <cmath>
#include <utility>

#include "elto/core/error.hpp"

namespace elto {

void validate(const VanDerPolOptions& options) {
  require(options.rows >= 1, "rows", "at least 1", options.rows);
  require(options.time_step > 0.0 && options.time_step <= 1.0, "time_step", "in (0, 1]",
          options.time_step);
  require(options.mu >= 0.0 && options.mu <= 10.0, "mu", "between 0 and 10", options.mu);
  require(options.noise >= 0.0 && std::isfinite(options.noise), "noise", "at least 0, finite",
          options.noise);
  require(std::abs(options.position) <= 10.0, "position", "between -10 and 10", options.position);
  require(std::abs(options.velocity) <= 10.0, "velocity", "between -10 and 10", options.velocity);
}

Simulation van_der_pol(const VanDerPolOptions& options, Rng& rng) {
  validate(options);
  constexpr int kSubsteps = 100;  // semi-implicit Euler, which neither gains nor loses energy
  const double h = options.time_step / kSubsteps;
  Matrix truth(options.rows, 2);
  double x = options.position, v = options.velocity;
  for (Index t = 0; t < options.rows; ++t) {
    truth.row(t) << x, v;
    for (int i = 0; i < kSubsteps; ++i) {
      v += h * (options.mu * (1.0 - x * x) * v - x);
      x += h * v;
    }
  }
  Series observed(truth + options.noise * rng.normal(options.rows, 2), {"position", "velocity"});
  observed.time = regular_times(options.rows, options.time_step);
  return {std::move(observed), truth};
}

}  // namespace elto
