// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/choose_family.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <string>
#include <utility>

#include "elto/core/text.hpp"
#include "elto/learn/periods.hpp"

namespace elto {
namespace {

constexpr std::size_t kMostSeasons = 3;
constexpr double kTypicalPeriod = 12.0;   // centre of the prior of a cycle's, in rows
constexpr double kPeriodWidth = 1.2;      // of its logarithm
constexpr double kQuiet = 3e-4;           // noise of a part that is added to a fit
constexpr double kTimesSeen = 2.5;        // a period must fit into the series this often
constexpr double kClearlyWorse = 2.0;     // log-likelihood
constexpr Index kRowsOfChoice = 1200;     // are enough to tell which families may be the best
constexpr double kHopelessFamily = 10.0;  // score by which a family may be behind on these

constexpr std::size_t kFinalists = 2;  // are learned on all rows
constexpr double kPatience = 10.0;     // score that a season may cost which forecasts may need

/// At least a step, so that it can be divided by.
double span(const Rows& rows) {
  return std::max(rows.times[rows.count() - 1] - rows.times[0], 1.0);
}

const Rows& longest(const std::vector<Rows>& series) {
  return *std::max_element(series.begin(), series.end(),
                           [](const Rows& a, const Rows& b) { return span(a) < span(b); });
}

IntegratedWiener level() {
  return {.order = 1};
}
IntegratedWiener trend() {
  return {.order = 2, .level_noise = 1e-5};
}
Cycle cycle() {
  return {.period = kTypicalPeriod, .decay = 0.05, .learns_period = true};
}
Cycle season(double period, Index harmonics) {
  const auto fitting = static_cast<Index>(period / 2.0 - 0.01);
  return {.period = period, .harmonics = std::clamp<Index>(fitting, 1, harmonics)};
}

void charge(FamilyFit& fit, double cost) {
  fit.search_cost += cost;
  fit.score -= cost;
}

bool is_cycle(const Component& part) {
  const Cycle* cycle = std::get_if<Cycle>(&part);
  return cycle && cycle->decay > 0.0;
}

bool same_kind(const Component& a, const Component& b) {
  if (a.index() != b.index()) return false;
  if (const auto* wiener = std::get_if<IntegratedWiener>(&a))
    return wiener->order == std::get<IntegratedWiener>(b).order;
  if (const auto* cycle = std::get_if<Cycle>(&a)) {
    const Cycle& other = std::get<Cycle>(b);
    return cycle->harmonics == other.harmonics && (cycle->decay > 0.0) == (other.decay > 0.0) &&
           cycle->learns_period == other.learns_period;
  }
  return true;
}

/// The longest series as a fit sees it: outliers are noise in every frequency.
Rows without_outliers(const FamilyFit& fit, const std::vector<Rows>& series) {
  const Rows& rows = longest(series);
  const auto which = static_cast<std::size_t>(&rows - series.data());
  return treat(rows, fit.interventions[which]).rows;
}

/// What a fit leaves over, at the rows that have entries.
Rows left_over(const FamilyFit& fit, const std::vector<Rows>& series) {
  const Rows& rows = longest(series);
  const auto which = static_cast<std::size_t>(&rows - series.data());
  const Treated treated = treat(rows, fit.interventions[which]);
  const SmoothedRows smoothed = smooth(fit.model, treated.rows, treated.jumps);
  return {.times = rows.times, .values = treated.rows.values - smoothed.left_out.mean};
}

/// The longest series without the seasons of a fit, whose first part is a level or a trend. What
/// that follows must stay: where entries are missing, what it leaves over of a slow season drowns
/// in the noise that leaks there.
Rows without_seasons(const FamilyFit& fit, const std::vector<Rows>& series) {
  const Rows& rows = longest(series);
  const auto which = static_cast<std::size_t>(&rows - series.data());
  Treated treated = treat(rows, fit.interventions[which]);
  LinearModel model = fit.model;  // a second channel that nobody sees: the seasons
  model.observation.conservativeResize(2, Eigen::NoChange);
  model.observation.row(1) = model.observation.row(0);
  model.observation.row(1).head(model.dynamics.blocks()[0]).setZero();
  model.noise = Vector::Constant(2, model.noise[0]);
  const Vector seen = treated.rows.values;
  treated.rows.values.conservativeResize(Eigen::NoChange, 2);
  treated.rows.values.col(1).setConstant(std::nan(""));
  const SmoothedRows smoothed = smooth(model, treated.rows, treated.jumps);
  return {.times = rows.times, .values = seen - smoothed.signal.mean.col(1)};
}

/// By score. One that moves in bursts must also predict entries best from all others: the
/// likelihood does not see that bursts say nothing of what was not seen.
std::size_t best_of(const std::vector<FamilyFit>& fits) {
  const auto best = [&](Movement movement) {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < fits.size(); ++i)
      if (fits[i].status.ok() && fits[i].movement == movement &&
          (!found || fits[i].score > fits[*found].score))
        found = i;
    return found;
  };
  const std::optional<std::size_t> even = best(Movement::even), bursts = best(Movement::in_bursts);
  if (!bursts) return even.value_or(0);
  if (!even) return *bursts;
  if (has_frequent_outliers(fits[*even])) return *even;
  const bool wins =
      fits[*bursts].score > fits[*even].score && fits[*bursts].with_tails > fits[*even].with_tails;
  return wins ? *bursts : *even;
}

class Chooser {
 public:
  Chooser(const std::vector<Rows>& series, const FamilyOptions& options)
      : series_(series), options_(options) {}

  FamilyChoice choose() {
    try_family("level", {level()});
    try_family("trend", {trend()});
    try_family("curve", {IntegratedWiener{.order = 3}});
    if (stopped_) return std::move(choice_);
    const std::optional<Period> period = find_period(without_outliers(choice_.fits[1], series_));
    propose(period);
    propose(find_period(left_over(choice_.fits[0], series_)));
    propose(find_period(left_over(choice_.fits[1], series_)));
    try_family("cycle", {cycle()});
    try_family("level and cycle", {level(), cycle()});
    try_family("trend and cycle", {trend(), cycle()});
    // Bursts move the first part: pulses that die away on what is beside them.
    if (std::ranges::any_of(
            choice_.fits, [](const FamilyFit& fit) { return fit.movement == Movement::in_bursts; }))
      try_family("cycle and level", {cycle(), level()});
    add_seasons(period);
    if (!seasons_.empty() && !options_.looks_ahead) try_with_seasons();
    choice_.best = best_of(choice_.fits);
    return std::move(choice_);
  }

 private:
  /// Learns a family, also from where the fits of its parts have ended.
  void try_family(const std::string& name, const std::vector<Component>& parts) {
    if (stopped()) return;
    const Family family{.name = name, .components = parts, .period_width = kPeriodWidth};
    FamilyFit fit = fit_family(family, series_, starts_for(parts));
    for (const Component& part : fit.model.dynamics.parts()) charge(fit, search_cost(part));
    charge(fit, seasons_cost_);
    add(std::move(fit));
  }

  void add(FamilyFit fit) {
    choice_.fits.push_back(std::move(fit));
    const FamilyFit& last = choice_.fits.back();
    if (last.status.ok() && !(last.score <= choice_.chosen().score))
      choice_.best = choice_.fits.size() - 1;
  }

  /// A cycle is free to search all frequencies up to one in two rows, and the largest of so many
  /// gains is large by chance: as the logarithm of how many bands of its width there are.
  double search_cost(const Component& part) const {
    if (!is_cycle(part)) return 0.0;
    const double resolved =
        2.0 * std::get<Cycle>(part).decay + 2.0 * std::numbers::pi / span(longest(series_));
    return std::log1p(std::numbers::pi / resolved);
  }

  /// The first families are done in no time, and others begin with them.
  bool stopped() {
    if (options_.go_on && !options_.go_on()) stopped_ = true;
    return stopped_ && choice_.fits.size() >= 3;
  }

  /// What moves beside the seasons found so far, after the trend with them.
  void try_with_seasons() {
    const double with_trend = choice_.fits.back().score;
    try_family("level" + names_, with_seasons({level()}));
    const bool is_level = choice_.fits.back().score > with_trend;
    if (is_level || options_.looks_ahead)
      try_family("level, cycle" + names_, with_seasons({level(), cycle()}));
    if (!is_level || options_.looks_ahead)
      try_family("trend, cycle" + names_, with_seasons({trend(), cycle()}));
  }

  /// A small multiple of the season found last, which is looked for in all of its harmonics.
  std::optional<double> find_nested(const Rows& rows) const {
    if (!options_.looks_ahead || seasons_.size() != 1) return {};
    const double period = seasons_.back().period;
    const std::optional<Index> multiple = find_multiple(rows, period);
    return multiple ? std::optional(static_cast<double>(*multiple) * period) : std::nullopt;
  }

  /// A harmonic of a season that is there, beyond those that it was given.
  bool is_known(const Period& found) const {
    return std::ranges::any_of(seasons_, [&](const Cycle& season) {
      const double fraction = season.period / std::round(season.period / found.length);
      return std::abs(fraction - found.length) < 0.5 * found.resolution * found.length;
    });
  }

  void propose(const std::optional<Period>& period) {
    if (period) periods_.push_back(period->length);
  }

  /// Fits that have all parts but one, with a quiet one for that; cycles of all periods proposed.
  std::vector<LinearModel> starts_for(const std::vector<Component>& parts) const {
    std::vector<LinearModel> starts;
    if (parts.size() == 1 && is_cycle(parts[0])) {
      std::vector<double> periods = periods_;
      periods.push_back(span(longest(series_)));  // as good as a level
      for (const double period : periods)
        for (const double noise : {0.01, 0.3})
          for (const double decay : {0.02, 0.2})
            starts.emplace_back(Components({Cycle{.period = period,
                                                  .noise = 2.0 * decay,
                                                  .decay = decay,
                                                  .learns_period = true}}),
                                noise);
    }
    for (const FamilyFit& fit : choice_.fits) {
      if (!fit.status.ok()) continue;
      const std::vector<Component>& known = fit.model.dynamics.parts();
      if (known.size() + 1 != parts.size()) continue;
      std::vector<Component> all;
      std::optional<std::size_t> added;
      for (const Component& part : parts) {
        const std::size_t next = all.size() - (added ? 1 : 0);
        if (next < known.size() && same_kind(known[next], part)) {
          all.push_back(known[next]);
        } else if (!added) {
          added = all.size();
          all.push_back(part);
        } else {
          break;
        }
      }
      if (!added || all.size() != parts.size()) continue;
      if (is_cycle(all[*added])) {
        Cycle& cycle = std::get<Cycle>(all[*added]);
        for (const double period : periods_)
          for (const double variance : {0.003, 0.1}) {
            cycle.period = period;
            cycle.noise = 2.0 * cycle.decay * variance;
            starts.emplace_back(Components(all), fit.model.noise[0]);
          }
      } else {
        std::visit(
            [](auto& component) {
              if constexpr (requires { component.noise; }) component.noise = kQuiet;
            },
            all[*added]);
        starts.emplace_back(Components(all), fit.model.noise[0]);
      }
    }
    return starts;
  }

  bool from_calendar(double period) const {
    return std::find(options_.calendar.begin(), options_.calendar.end(), period) !=
           options_.calendar.end();
  }

  std::vector<Component> with_seasons(std::vector<Component> parts) const {
    for (const Cycle& season : seasons_) parts.emplace_back(season);
    return parts;
  }

  /// One after the other, each looked for in what those before it leave over.
  void add_seasons(std::optional<Period> found) {
    std::size_t base = 1;  // the trend
    Rows rows = without_outliers(choice_.fits[base], series_);
    const Rows all = rows;
    double patience = options_.looks_ahead ? kPatience : 0.0;
    while (seasons_.size() < kMostSeasons && !stopped()) {
      std::optional<FamilyFit> better;
      std::optional<Cycle> added;
      const auto learn = [&](const Cycle& candidate, double width) {
        std::vector<Component> parts = with_seasons({trend()});
        parts.emplace_back(candidate);
        return fit_family(
            {.name = "trend" + names_ + " and season", .components = parts, .period_width = width},
            series_, starts_for(parts));
      };
      const auto attempt = [&](const Cycle& candidate, double width) {
        if (stopped()) return;
        FamilyFit fit = learn(candidate, width);
        if (!fit.status.ok() || !(fit.score > choice_.fits[base].score - patience)) return;
        if (better && !(fit.score > better->score)) return;
        added = std::get<Cycle>(fit.model.dynamics.parts().back());
        better = std::move(fit);
      };
      /// With the harmonics that are clear, and with those that may be there.
      const auto attempt_at = [&](double period, bool learns_period, double width) {
        Index tried = 0;
        for (const double prominence : {kHarmonicProminence, kFaintProminence}) {
          Cycle candidate = season(period, harmonics_at(rows, period, prominence));
          candidate.learns_period = learns_period;
          if (candidate.harmonics > tried) attempt(candidate, width);
          tried = candidate.harmonics;
        }
      };
      // Weekends may look like jumps, by which entries are predicted well and forecasts are not.
      const std::optional<double> nested = find_nested(all);
      if (nested) {
        patience = std::numeric_limits<double>::infinity();
        attempt_at(*nested, false, 0.5);
        patience = kPatience;
      }
      const bool is_nested = better.has_value();
      const auto taken = [&](double period) {
        return std::any_of(seasons_.begin(), seasons_.end(), [&](const Cycle& known) {
          return std::abs(known.period - period) < 0.05 * period;
        });
      };
      for (const double period : options_.calendar)
        if (!is_nested && !taken(period) && period > 2.1 &&
            kTimesSeen * period <= span(longest(series_)))
          attempt_at(period, false, 0.5);
      if (options_.looks_ahead && found && is_known(*found)) found.reset();
      if (!is_nested && found && found->prominence > kSeasonProminence && !taken(found->length)) {
        attempt_at(found->length, true, 0.5 * found->resolution);
        // Whole numbers of rows are likelier than others, where the likelihood does not mind.
        if (added && added->learns_period && std::round(added->period) > 2.0) {
          const Cycle whole = season(std::round(added->period), added->harmonics);
          FamilyFit fit = learn(whole, 0.5);
          if (fit.status.ok() && fit.log_likelihood > better->log_likelihood - kClearlyWorse) {
            better = std::move(fit);
            added = whole;
          }
        }
      }
      if (!better) return;
      added->learns_period = false;
      if (!from_calendar(added->period)) {
        const double cost = std::log1p(0.5 * span(longest(series_)));
        seasons_cost_ += cost;
      }
      charge(*better, seasons_cost_);
      seasons_.push_back(*added);
      names_ += " and season " + text(std::round(100.0 * added->period) / 100.0);
      better->family = "trend" + names_;
      base = choice_.fits.size();
      add(std::move(*better));
      if (options_.looks_ahead) try_with_seasons();
      rows = without_seasons(choice_.fits[base], series_);
      found = find_period(rows);
    }
  }

  const std::vector<Rows>& series_;
  const FamilyOptions& options_;
  std::vector<double> periods_ = {};  // where cycles begin
  std::vector<Cycle> seasons_ = {};
  double seasons_cost_ = 0.0;  // of finding them
  bool stopped_ = false;
  std::string names_ = {};
  FamilyChoice choice_ = {};
};

}  // namespace

FamilyChoice try_families(const std::vector<Rows>& series, const FamilyOptions& options) {
  return Chooser(series, options).choose();
}

FamilyChoice choose_family(const std::vector<Rows>& series, const FamilyOptions& options) {
  const std::vector<Rows> sample = sample_of(series, kRowsOfChoice);
  FamilyChoice choice = try_families(sample, options);
  if (sample.size() == series.size() && sample[0].count() == series[0].count()) return choice;
  // Only what may still be the best, on all rows.
  const double best = choice.chosen().score;
  std::swap(choice.fits[0], choice.fits[choice.best]);
  std::stable_sort(choice.fits.begin() + 1, choice.fits.end(),
                   [](const FamilyFit& a, const FamilyFit& b) {
                     if (a.status.ok() != b.status.ok()) return a.status.ok();
                     return a.score > b.score;
                   });
  FamilyChoice all;
  for (const FamilyFit& fit : choice.fits) {
    if (all.fits.size() == kFinalists ||
        (!all.fits.empty() && !(fit.score > best - kHopelessFamily)))
      break;
    const Family family{
        .name = fit.family, .components = fit.model.dynamics, .period_width = kPeriodWidth};
    FamilyFit learned = refit_family(family, series, fit.model);
    charge(learned, fit.search_cost);
    all.fits.push_back(std::move(learned));
  }
  all.best = best_of(all.fits);
  return all;
}

}  // namespace elto
