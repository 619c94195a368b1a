// SPDX-License-Identifier: Apache-2.0
#include "experiments/zoo_table.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>

#include "elto/core/text.hpp"

#include "experiments/shared_figures.hpp"

namespace elto::experiments {
namespace {

constexpr double kNoises[] = {0.1, 0.3};
constexpr double kHonest = 1.5, kFair = 0.75;

/// Of ascending numbers the one that a share of them does not exceed, or NaN of none.
double quantile(std::vector<double> numbers, double share) {
  if (numbers.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::ranges::sort(numbers);
  const double place = share * static_cast<double>(numbers.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, numbers.size() - 1);
  return std::lerp(numbers[below], numbers[above], place - std::floor(place));
}

ZooFigures::Bands bands_of(const std::vector<ZooTrial>& trials, Held ZooTrial::*which) {
  Held all;
  double fair = 0.0, judged = 0.0;
  for (const ZooTrial& trial : trials) {
    const Held& held = trial.*which;
    if (held.entries == 0) continue;
    all.inside += held.inside;
    all.entries += held.entries;
    fair += held.share() > kFair;
    judged += 1.0;
  }
  return {.pooled = all.share(), .fair = fair / judged};
}

struct ZooCase {
  const ZooSystem* system;
  double noise;
  std::string name() const { return concat(system->name, ", noise ", noise); }
};

struct ZooRow {
  std::string name, expected;
  std::vector<ZooCase> cases;
};

Task named(std::string name) {
  Task task;
  task.name = std::move(name);
  return task;
}

bool is_polynomial(const ZooSystem& system) {
  return class_of(equations_of(system)) == ZooClass::polynomial;
}

std::vector<ZooRow> rows_for(ZooUse use) {
  std::vector<ZooRow> rows;
  for (const double noise : kNoises) {
    const auto add = [&](std::string_view name, std::string_view expected, const auto& belongs) {
      std::vector<ZooCase> cases;
      for (const ZooSystem& system : zoo())
        if (system.use == use && belongs(system)) cases.push_back({&system, noise});
      if (!cases.empty())
        rows.push_back({concat(name, ", noise ", noise), std::string(expected), std::move(cases)});
    };
    const auto other = [](const ZooSystem& system) { return !is_polynomial(system); };
    add("polynomial", "polynomial", is_polynomial);
    add("others", "others", other);
    for (const ZooKind kind : kZooKinds)
      add(concat("others: ", title_of(kind)), "others: a kind",
          [&](const ZooSystem& system) { return system.kind == kind && other(system); });
  }
  return rows;
}

/// Each system is learned once, whichever rows it is in.
class ZooTrials {
 public:
  explicit ZooTrials(ZooUse use) : rows_(rows_for(use)) {}

  const std::vector<ZooRow>& rows() const { return rows_; }
  ZooFigures of(std::string_view row, const Effort& effort) {
    std::vector<ZooTrial> trials;
    for (const ZooCase& one : std::ranges::find(rows_, row, &ZooRow::name)->cases)
      trials.push_back(known_.of(named(one.name()), effort));
    return zoo_figures(trials);
  }

 private:
  std::vector<ZooRow> rows_;
  SharedFigures<ZooTrial> known_{[this](const Task& task, const Effort& effort) {
    for (const ZooRow& row : rows_)
      for (const ZooCase& one : row.cases)
        if (one.name() == task.name) {
          Rng rng(effort.seed);
          return zoo_trial(*one.system, one.noise, rng);
        }
    return ZooTrial();
  }};
};

Table table_for(ZooUse use, std::string name, std::string title) {
  const auto trials = std::make_shared<ZooTrials>(use);
  const auto shared = std::make_shared<SharedFigures<ZooFigures>>(
      [trials](const Task& task, const Effort& effort) { return trials->of(task.name, effort); });
  const auto part = [](ZooFigures::Bands ZooFigures::*bands, double ZooFigures::Bands::*figure) {
    return [=](const ZooFigures& figures) { return figures.*bands.*figure; };
  };
  Table table{
      .name = std::move(name),
      .title = std::move(title),
      .protocol =
          "1,500 rows of each system, 50 a period, noise of a share of the standard deviation. The "
          "engine learns from the first 1,000 without any setting and smooths them; as a filter "
          "and "
          "with forecasts of 5 and 20 rows it is judged on the others. Mean squares of errors over "
          "those of the raw rows: of the system in the middle, what nine in ten stay below, of the "
          "worst. Over what the families of single channels alone leave (the worst), and over what "
          "a smoother leaves that is handed the true equations (in the middle; where these are "
          "polynomials). Bands of 90 %: what all of them hold, and the share of systems whose hold "
          "more than 0.75. Claimed error over true one (root mean squares): the share of systems "
          "within a factor of 1.5, and the smallest.",
      .remarks = "",
      .measure = "Ratios and shares",
      .bound = "at most",
      .on_request = true,
      .rows = {},
      .columns = {figure_column(shared, "median", &ZooFigures::median, "median"),
                  figure_column(shared, "ninth of ten", &ZooFigures::ninth, "ninth of ten"),
                  figure_column(shared, "worst", &ZooFigures::worst, "worst"),
                  figure_column(shared, "over structural, worst", &ZooFigures::over_structural,
                                "over structural"),
                  coefficient_column(shared, "over known", &ZooFigures::over_known, "over known")}};
  const std::pair<std::string_view, ZooFigures::Bands ZooFigures::*> bands[] = {
      {"smoother", &ZooFigures::smoother},
      {"filter", &ZooFigures::filter},
      {"5 ahead", &ZooFigures::near},
      {"20 ahead", &ZooFigures::far}};
  for (const auto& [who, which] : bands) {
    table.columns.push_back(
        coefficient_column(shared, concat(who, " holds"), part(which, &ZooFigures::Bands::pooled)));
    table.columns.push_back(coefficient_column(shared, concat(who, " above 0.75"),
                                               part(which, &ZooFigures::Bands::fair)));
  }
  table.columns.push_back(coefficient_column(shared, "within 1.5", &ZooFigures::believable));
  table.columns.push_back(
      coefficient_column(shared, "least claimed / true", &ZooFigures::least_claimed));
  for (const ZooRow& row : trials->rows())
    table.rows.push_back(named_row(row.name, row.expected, [](std::uint32_t) { return Task{}; }));
  return table;
}

}  // namespace

ZooFigures zoo_figures(const std::vector<ZooTrial>& trials) {
  ZooFigures figures{.least_claimed = std::numeric_limits<double>::infinity()};
  std::vector<double> over_raw, over_known;
  double believable = 0.0;
  for (const ZooTrial& trial : trials) {
    over_raw.push_back(trial.smoothed / trial.raw);
    if (std::isfinite(trial.known)) over_known.push_back(trial.smoothed / trial.known);
    figures.over_structural = std::max(figures.over_structural, trial.smoothed / trial.structural);
    const double claimed = std::sqrt(trial.claimed / trial.smoothed);
    figures.least_claimed = std::min(figures.least_claimed, claimed);
    believable += claimed <= kHonest && claimed >= 1.0 / kHonest;
  }
  figures.median = quantile(over_raw, 0.5);
  figures.ninth = quantile(over_raw, 0.9);
  figures.worst = quantile(over_raw, 1.0);
  figures.over_known = quantile(over_known, 0.5);
  figures.believable = believable / static_cast<double>(trials.size());
  figures.smoother = bands_of(trials, &ZooTrial::smoother);
  figures.filter = bands_of(trials, &ZooTrial::filter);
  figures.near = bands_of(trials, &ZooTrial::near);
  figures.far = bands_of(trials, &ZooTrial::far);
  return figures;
}

Table zoo_table() {
  return table_for(ZooUse::table, "zoo", "The engine on the zoo");
}

Table zoo_tuning_table() {
  return table_for(ZooUse::tuning, "zoo_tuning", "The engine on the systems that it is tuned with");
}

}  // namespace elto::experiments
