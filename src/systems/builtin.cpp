// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/builtin.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"
#include "elto/systems/field_equations.hpp"
#include "elto/systems/lidar.hpp"
#include "elto/systems/lorenz63.hpp"
#include "elto/systems/lorenz96.hpp"
#include "elto/systems/lotka_volterra.hpp"
#include "elto/systems/lynx_hare.hpp"
#include "elto/systems/pendulum.hpp"
#include "elto/systems/van_der_pol.hpp"

namespace elto {
namespace {

Simulation first_rows(Simulation simulation, Index rows) {
  Series& observed = simulation.observed;
  observed.values.conservativeResize(rows, Eigen::NoChange);
  if (!observed.time.empty()) observed.time.values.conservativeResize(rows);
  if (simulation.truth.size() > 0) simulation.truth.conservativeResize(rows, Eigen::NoChange);
  return simulation;
}

Simulation simulate_lidar(const SimulateOptions& options) {
  LidarOptions lidar;
  lidar.range_noise *= options.noise_factor;
  lidar.bearing_noise *= options.noise_factor;
  Rng rng(options.seed);
  if (options.rows == 0) return lidar_track(lidar, rng);
  // Enough intervals even if all of them are of the shortest length.
  const Index enough = options.rows / lidar.interval_rows.begin + 1;
  lidar.intervals = {enough, enough + 1};
  return first_rows(lidar_track(lidar, rng), options.rows);
}

Simulation recorded_lynx_hare(const SimulateOptions& options) {
  const Series series = lynx_hare();
  require(options.rows <= series.rows(), "rows", concat("at most ", series.rows(), " (lynx-hare)"),
          options.rows);
  require(options.noise_factor == 1.0, "noise_factor", "1 (lynx-hare is a recording)",
          options.noise_factor);
  return first_rows({series, {}}, options.rows == 0 ? series.rows() : options.rows);
}

/// A system whose options have rows and one measurement noise: the others are its defaults.
template <class Options, Simulation (*run)(const Options&, Rng&), double Options::*noise>
Simulation simulated(const SimulateOptions& options) {
  Options system;
  if (options.rows > 0) system.rows = options.rows;
  system.*noise *= options.noise_factor;
  Rng rng(options.seed);
  return run(system, rng);
}

NoisyField noisy(Field (*solve)(Index), const SimulateOptions& options) {
  constexpr double kNoise = 0.5;
  Rng rng(options.seed);
  return add_noise(solve(options.rows), kNoise * options.noise_factor, rng);
}

constexpr std::array kSystems = {
    BuiltinSystem{"burgers", "a wave that steepens, 256 places (simulated field)", nullptr,
                  burgers},
    BuiltinSystem{"burgers-shock", "a wave that becomes a shock, 256 places (simulated field)",
                  nullptr, burgers_shock},
    BuiltinSystem{"kdv", "two solitons, 512 places (simulated field)", nullptr, korteweg_de_vries},
    BuiltinSystem{"kuramoto-sivashinsky", "chaos in space, 1024 places (simulated field)", nullptr,
                  kuramoto_sivashinsky},
    BuiltinSystem{"lidar", "a body in the plane, located by range and bearing (simulated)",
                  simulate_lidar},
    BuiltinSystem{"lorenz-63", "three variables, chaotic (simulated)",
                  simulated<Lorenz63Options, lorenz63, &Lorenz63Options::noise>},
    BuiltinSystem{"lorenz-96", "five variables in a ring, chaotic (simulated)",
                  simulated<Lorenz96Options, lorenz96, &Lorenz96Options::noise>},
    BuiltinSystem{"lotka-volterra", "predator and prey (simulated)",
                  simulated<LotkaVolterraOptions, lotka_volterra, &LotkaVolterraOptions::noise>},
    BuiltinSystem{"lynx-hare", "pelts of lynx and hare, 1900 to 1920 (recorded, 21 rows)",
                  recorded_lynx_hare},
    BuiltinSystem{"parametric-burgers", "a wave whose law changes, 256 places (simulated field)",
                  nullptr, parametric_burgers},
    BuiltinSystem{"pendulum", "a pendulum with friction, shaken at random (simulated)",
                  simulated<PendulumOptions, pendulum, &PendulumOptions::observation_noise>},
    BuiltinSystem{"van-der-pol", "oscillator with slow and fast phases (simulated)",
                  simulated<VanDerPolOptions, van_der_pol, &VanDerPolOptions::noise>},
};

}  // namespace

void validate(const SimulateOptions& options) {
  require(options.rows >= 0, "rows", "at least 0", options.rows);
  require(options.noise_factor >= 0.0 && std::isfinite(options.noise_factor), "noise_factor",
          "at least 0, finite", options.noise_factor);
}

std::span<const BuiltinSystem> builtin_systems() {
  return kSystems;
}

Simulation builtin(std::string_view name, const SimulateOptions& options) {
  validate(options);
  const auto system = std::ranges::find(kSystems, name, &BuiltinSystem::name);
  if (system != kSystems.end())
    return system->field != nullptr ? to_simulation(noisy(system->field, options))
                                    : system->simulate(options);
  std::string known;
  for (const BuiltinSystem& each : kSystems)
    known += (known.empty() ? "" : ", ") + std::string(each.name);
  throw InvalidArgument("system", concat("one of ", known), name);
}

std::optional<NoisyField> builtin_field(std::string_view name, const SimulateOptions& options) {
  validate(options);
  const auto system = std::ranges::find(kSystems, name, &BuiltinSystem::name);
  if (system == kSystems.end() || system->field == nullptr) return {};
  return noisy(system->field, options);
}

}  // namespace elto
