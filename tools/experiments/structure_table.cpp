// SPDX-License-Identifier: Apache-2.0
#include "experiments/structure_table.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "elto/core/text.hpp"
#include "elto/learn/fit_law.hpp"
#include "elto/series/times.hpp"
#include "elto/systems/zoo.hpp"

#include "experiments/known_law.hpp"
#include "experiments/shared_figures.hpp"
#include "systems/motion.hpp"

namespace elto::experiments {
namespace {

constexpr Index kSeries = 64;

Simulation seen(const StructureCase& one, const EquationsOfMotion& equations, Rng& rng) {
  const Index D = equations.dimension();
  const Matrix truth =
      trajectory_of(equations,
                    {.start = Vector::Map(find_in_zoo(one.system)->start.data(), D),
                     .rows = one.rows,
                     .step = one.step},
                    rng);
  const double spread = std::sqrt((truth.array() - truth.mean()).square().mean());
  Series observed(truth + one.noise * spread * rng.normal(one.rows, D), equations.states());
  observed.time = regular_times(one.rows, one.step);
  return {std::move(observed), truth};
}

/// As the engine begins, and with the terms of the library.
LawModel beginning(const SignalLaw& known) {
  LawModel model = known.model;
  model.noise = model.noise.cwiseMax(1e-4).cwiseMin(0.5);
  model.law.level_noise.setConstant(1e-5);
  model.law.drift_noise.setConstant(1e-3);
  return model;
}

std::vector<LawCoefficient> terms_of(const Law& law) {
  std::vector<LawCoefficient> terms;
  for (Index d = 0; d < law.channels; ++d)
    for (Index p = 0; p < law.terms.count(); ++p)
      if (law.coefficients(p, d) != 0.0) terms.push_back({p, d});
  return terms;
}

struct Shares {
  double exact = 0.0, excused = 0.0, missing = 0.0, extra = 0.0, off = 0.0;
};

Shares shares_of(const StructureCase& one, const Effort& effort) {
  const Index count = one.noise > 0.0 ? std::min(kSeries, effort.evaluations) : 1;
  const double each = 1.0 / static_cast<double>(count);
  Rng rng(effort.seed);
  Shares shares;
  std::vector<double> off;
  for (Index i = 0; i < count; ++i) {
    const Structure found = structure_found(one, rng);
    shares.exact += each * found.exact();
    shares.excused += each * (found.exact() || found.evidence < 0.0);
    shares.missing += each * static_cast<double>(found.missing);
    shares.extra += each * static_cast<double>(found.extra);
    off.push_back(found.off);
  }
  std::ranges::nth_element(off, off.begin() + std::ssize(off) / 2);
  shares.off = off[off.size() / 2];
  return shares;
}

std::vector<std::pair<std::string, StructureCase>> cases() {
  std::vector<std::pair<std::string, StructureCase>> all;
  const auto add = [&](std::string_view title, const StructureCase& one) {
    all.emplace_back(concat(title, ", ", one.rows, " rows, noise ", one.noise), one);
  };
  for (const double noise : {0.0, 0.1, 0.2, 0.3}) {
    add("Lorenz-63", {.system = "lorenz-63", .noise = noise});
    if (noise == 0.1) add("Lorenz-63", {.system = "lorenz-63", .rows = 400, .noise = noise});
  }
  for (const double noise : {0.0, 0.1, 0.2, 0.3})
    add("Roessler", {.system = "roessler", .step = 0.1, .noise = noise});
  for (const double noise : {0.0, 0.1, 0.2, 0.3})
    add("Van der Pol", {.system = "van-der-pol", .step = 0.1, .degree = 3, .noise = noise});
  return all;
}

}  // namespace

Structure structure_found(const StructureCase& one, Rng& rng) {
  const EquationsOfMotion equations = equations_of(*find_in_zoo(one.system));
  const Simulation simulation = seen(one, equations, rng);
  const SignalLaw known = known_law(equations, simulation, one.degree);
  const LawModel start = beginning(known);
  const std::vector<LawRows> rows{
      {.rows = rows_of(known, times_of(simulation.observed), simulation.observed.values)}};
  const LawFit found = fit_law({.degree = one.degree}, rows, start);
  LawFit truth{.model = start, .learned = terms_of(start.law)};
  truth = fit_terms(truth, truth.learned, rows, start);
  Structure result{.evidence = truth.evidence - found.evidence};
  const auto is_in = [](const std::vector<LawCoefficient>& terms, const LawCoefficient& term) {
    return std::ranges::find(terms, term) != terms.end();
  };
  for (const LawCoefficient& term : truth.learned) {
    result.missing += !is_in(found.learned, term);
    const double value = known.model.law.coefficients(term.term, term.channel),
                 other = found.model.law.coefficients(term.term, term.channel);
    result.off = std::max(result.off, std::abs(other / value - 1.0));
  }
  for (const LawCoefficient& term : found.learned) result.extra += !is_in(truth.learned, term);
  return result;
}

Table structure_table() {
  const auto shared =
      std::make_shared<SharedFigures<Shares>>([](const Task& task, const Effort& effort) {
        const auto all = cases();
        const auto one =
            std::ranges::find(all, task.name, &std::pair<std::string, StructureCase>::first);
        return shares_of(one->second, effort);
      });
  Table table{
      .name = "structure",
      .title = "Equations found exactly",
      .protocol =
          "Laws of motion from 64 noisy series each (as many as --evaluations says, if that is "
          "less): the noise is a share of the standard deviation of all values together, the "
          "library is of the second degree, for Van der Pol's oscillator of the third. Lorenz-63 "
          "begins at (-8, 8, 27), a row is 0.01 of its time; of the others 0.1. Exact: the terms "
          "of the equations and no other. Excused: these, or the true terms have less evidence "
          "than those found, so that the rows and not the search are short of it. Then terms that "
          "are missing and too many, in the mean, and how far the coefficient that is farthest off "
          "is (of itself; the series in the middle).",
      .remarks = "",
      .measure = "Shares, terms and relative errors",
      .bound = "at least",
      .on_request = true,
      .rows = {},
      .columns = {coefficient_column(shared, "exact", &Shares::exact, "exact"),
                  coefficient_column(shared, "exact or excused", &Shares::excused),
                  figure_column(shared, "missing", &Shares::missing),
                  figure_column(shared, "too many", &Shares::extra),
                  figure_column(shared, "off by", &Shares::off)}};
  for (const auto& [name, one] : cases())
    table.rows.push_back(named_row(name, name, [](std::uint32_t) { return Task{}; }));
  return table;
}

}  // namespace elto::experiments
