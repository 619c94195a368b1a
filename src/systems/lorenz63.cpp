// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/lorenz63.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/series/standardisation.hpp"

#include <boost/numeric/odeint/integrate/integrate_adaptive.hpp>
#include <boost/numeric/odeint/stepper/generation.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>

namespace elto {

void validate(const Lorenz63Options& options) {
  require(options.rows >= 2, "rows", "at least 2", options.rows);
  require(options.time_step > 0.0 && options.time_step <= 1.0, "time_step", "in (0, 1]",
          options.time_step);
  require(options.noise >= 0.0 && std::isfinite(options.noise), "noise", "at least 0, finite",
          options.noise);
}

Simulation lorenz63(const Lorenz63Options& options, Rng& rng) {
  validate(options);
  namespace odeint = boost::numeric::odeint;
  using State = std::array<double, 3>;
  constexpr double kTolerance = 1e-10, kSpinUp = 20.0;
  const auto change = [](const State& s, State& ds, double) {
    const auto [x, y, z] = s;
    ds = {10.0 * (y - x), x * (28.0 - z) - y, x * y - 8.0 / 3.0 * z};
  };
  const auto stepper =
      odeint::make_controlled<odeint::runge_kutta_dopri5<State>>(kTolerance, kTolerance);
  const Matrix start = rng.normal(3, 1);
  State state = {start(0), start(1), 25.0 + start(2)};
  odeint::integrate_adaptive(stepper, change, state, 0.0, kSpinUp, 0.01);
  Matrix truth(options.rows, 3);
  for (Index t = 0; t < options.rows; ++t) {
    truth.row(t) << state[0], state[1], state[2];
    odeint::integrate_adaptive(stepper, change, state, 0.0, options.time_step,
                               options.time_step / 10);
  }
  truth = standardisation_of({truth}).apply(truth);
  Series observed(truth + options.noise * rng.normal(options.rows, 3), {"x", "y", "z"});
  observed.time = regular_times(options.rows, options.time_step);
  return {std::move(observed), std::move(truth)};
}

}  // namespace elto
