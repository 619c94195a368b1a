// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/lotka_volterra.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "elto/core/error.hpp"

#include <boost/numeric/odeint/integrate/integrate_adaptive.hpp>
#include <boost/numeric/odeint/stepper/generation.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>

namespace elto {

void validate(const LotkaVolterraOptions& options) {
  require(options.rows >= 2, "rows", "at least 2", options.rows);
  for (const auto& [name, value] :
       {std::pair{"time_step", options.time_step}, std::pair{"death", options.death},
        std::pair{"feeding", options.feeding}, std::pair{"birth", options.birth},
        std::pair{"hunting", options.hunting}, std::pair{"predator", options.predator},
        std::pair{"prey", options.prey}})
    require(value > 0.0 && std::isfinite(value), name, "positive, finite", value);
  require(options.noise >= 0.0 && std::isfinite(options.noise), "noise", "at least 0, finite",
          options.noise);
}

Simulation lotka_volterra(const LotkaVolterraOptions& options, Rng& rng) {
  validate(options);
  namespace odeint = boost::numeric::odeint;
  using State = std::array<double, 2>;
  constexpr double kTolerance = 1e-10;
  const auto change = [&](const State& x, State& dx, double) {
    dx[0] = -options.death * x[0] + options.feeding * x[0] * x[1];
    dx[1] = options.birth * x[1] - options.hunting * x[0] * x[1];
  };
  const auto stepper =
      odeint::make_controlled<odeint::runge_kutta_dopri5<State>>(kTolerance, kTolerance);
  State x = {options.predator, options.prey};
  Matrix truth(options.rows, 2);
  for (Index t = 0; t < options.rows; ++t) {
    truth.row(t) << x[0], x[1];
    odeint::integrate_adaptive(stepper, change, x, 0.0, options.time_step, options.time_step / 10);
  }
  const RowVector spread = ((truth.rowwise() - truth.colwise().mean()).colwise().squaredNorm() /
                            static_cast<double>(options.rows))
                               .cwiseSqrt();
  Series observed(truth + rng.normal(options.rows, 2) * (options.noise * spread).asDiagonal(),
                  {"predator", "prey"});
  observed.time = regular_times(options.rows, options.time_step);
  return {std::move(observed), std::move(truth)};
}

}  // namespace elto
