// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/builtin.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

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

constexpr BuiltinSystem kOwn[] = {
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

std::vector<BuiltinSystem> with_zoo() {
  std::vector<BuiltinSystem> all(std::begin(kOwn), std::end(kOwn));
  for (const ZooSystem& system : zoo())
    if (std::ranges::find(kOwn, system.name, &BuiltinSystem::name) == std::end(kOwn))
      all.push_back({.name = system.name, .description = system.description, .zoo = &system});
  std::ranges::sort(all, {}, &BuiltinSystem::name);
  return all;
}

Simulation simulated_in_zoo(const ZooSystem& system, const SimulateOptions& options) {
  ZooOptions zoo_options;
  if (options.rows > 0) zoo_options.rows = options.rows;
  zoo_options.noise *= options.noise_factor;
  Rng rng(options.seed);
  return simulate(system, zoo_options, rng);
}

/// Letters to put in, leave out or replace to make one word of the other (Levenshtein).
std::size_t distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (const char c : from) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t replaced = diagonal + (to[j - 1] == c ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

/// Names that begin with this, and the one that is most like it.
std::string names_near(std::string_view name) {
  const auto systems = builtin_systems();
  const auto nearest = std::ranges::min_element(
      systems, {}, [&](const BuiltinSystem& each) { return distance(name, each.name); });
  std::string names;
  for (const BuiltinSystem& each : systems)
    if (&each == &*nearest || each.name.starts_with(name))
      names += (names.empty() ? "" : ", ") + std::string(each.name);
  return names;
}

const BuiltinSystem* find_builtin(std::string_view name) {
  const auto systems = builtin_systems();
  const auto found = std::ranges::find(systems, name, &BuiltinSystem::name);
  return found == systems.end() ? nullptr : &*found;
}

}  // namespace

void validate(const SimulateOptions& options) {
  require(options.rows >= 0, "rows", "at least 0", options.rows);
  require(options.noise_factor >= 0.0 && std::isfinite(options.noise_factor), "noise_factor",
          "at least 0, finite", options.noise_factor);
}

std::span<const BuiltinSystem> builtin_systems() {
  static const std::vector<BuiltinSystem> systems = with_zoo();
  return systems;
}

Simulation builtin(std::string_view name, const SimulateOptions& options) {
  validate(options);
  const BuiltinSystem* const system = find_builtin(name);
  require(system != nullptr, "system", concat("the name of one, such as ", names_near(name)), name);
  if (system->zoo != nullptr) return simulated_in_zoo(*system->zoo, options);
  if (system->field != nullptr) return to_simulation(noisy(system->field, options));
  return system->simulate(options);
}

std::optional<NoisyField> builtin_field(std::string_view name, const SimulateOptions& options) {
  validate(options);
  const BuiltinSystem* const system = find_builtin(name);
  if (system == nullptr || system->field == nullptr) return {};
  return noisy(system->field, options);
}

}  // namespace elto
