// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/zoo.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "elto/core/error.hpp"

#include "systems/motion.hpp"
#include "systems/zoo_groups.hpp"

namespace elto {
namespace {

struct ZooGroup {
  ZooKind kind;
  std::string_view title;
  std::span<const ZooSystem> (*systems)();
};

constexpr ZooGroup kGroups[] = {
    {ZooKind::flow, "flows", zoo_flows},
    {ZooKind::oscillator, "oscillators", zoo_oscillators},
    {ZooKind::mechanics, "mechanics", zoo_mechanics},
    {ZooKind::chemistry, "chemistry", zoo_chemistry},
    {ZooKind::biology, "biology", zoo_biology},
    {ZooKind::driven, "driven", zoo_driven},
    {ZooKind::piecewise, "piecewise", zoo_piecewise},
    {ZooKind::delayed, "with delays", zoo_delayed},
    {ZooKind::stochastic, "stochastic", zoo_stochastic},
};

std::vector<ZooSystem> sorted_zoo() {
  std::vector<ZooSystem> all;
  for (const ZooGroup& group : kGroups)
    for (ZooSystem system : group.systems()) {
      system.kind = group.kind;
      all.push_back(system);
    }
  std::ranges::sort(all, {}, &ZooSystem::name);
  return all;
}

RowVector spread_of(const Matrix& rows) {
  const auto n = static_cast<double>(rows.rows());
  return ((rows.rowwise() - rows.colwise().mean()).colwise().squaredNorm() / n).cwiseSqrt();
}

}  // namespace

std::string_view title_of(ZooKind kind) {
  return std::ranges::find(kGroups, kind, &ZooGroup::kind)->title;
}

std::span<const ZooSystem> zoo() {
  static const std::vector<ZooSystem> systems = sorted_zoo();
  return systems;
}

const ZooSystem* find_in_zoo(std::string_view name) {
  const auto found = std::ranges::find(zoo(), name, &ZooSystem::name);
  return found == zoo().end() ? nullptr : &*found;
}

EquationsOfMotion equations_of(const ZooSystem& system) {
  return EquationsOfMotion(system.equations, system.where);
}

ZooClass class_of(const EquationsOfMotion& equations) {
  if (equations.delay() > 0.0) return ZooClass::delayed;
  if (equations.is_stochastic()) return ZooClass::stochastic;
  return equations.degree() ? ZooClass::polynomial : ZooClass::other;
}

void validate(const ZooOptions& options) {
  require(options.rows >= 1, "rows", "at least 1", options.rows);
  require(options.rows_per_period >= 1, "rows_per_period", "at least 1", options.rows_per_period);
  require(options.noise >= 0.0 && std::isfinite(options.noise), "noise", "at least 0, finite",
          options.noise);
}

Simulation simulate(const ZooSystem& system, const ZooOptions& options, Rng& rng) {
  validate(options);
  constexpr double kNear = 0.02;
  const EquationsOfMotion equations = equations_of(system);
  const Index n = equations.dimension();
  Course course{.start = Vector::Map(system.start.data(), n),
                .rows = options.rows,
                .step = system.period / static_cast<double>(options.rows_per_period)};
  course.start.array() *= 1.0 + kNear * rng.normal(n, 1).array();
  course.spin_up = system.transient * system.period * (1.0 + rng.uniform());
  Matrix truth = trajectory_of(equations, course, rng);
  const RowVector noise = options.noise * spread_of(truth);
  Series observed(truth + rng.normal(options.rows, n) * noise.asDiagonal(), equations.states());
  observed.time = regular_times(options.rows, course.step);
  return {std::move(observed), std::move(truth)};
}

}  // namespace elto
