// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/choose_for_forecast.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"

#include "learn/rolling_origins.hpp"

namespace elto {
namespace {

constexpr Index kRecentRows = 1500;       // tell which families there are
constexpr std::size_t kMostCompared = 6;  // with parameters from before the origins
constexpr double kOwnWord = 10.0;         // stretches that the model's own bands count as
/// Days of a week differ by more than its slow harmonics can say: those of the day in it and those
/// beside them.
constexpr Index kRichHarmonics = 24;

Rows part_of(const Rows& rows, Index begin, Index end) {
  return {.times = rows.times.segment(begin, end - begin),
          .values = rows.values.middleRows(begin, end - begin)};
}

Rows last_rows(const Rows& rows, Index most) {
  return part_of(rows, std::max<Index>(0, rows.count() - most), rows.count());
}

FamilyFit refitted(const FamilyFit& fit, const Rows& rows) {
  const Family family{
      .name = fit.family,
      .components = fit.model.dynamics,
  };
  return refit_family(family, {rows}, fit.model);
}

Interventions interventions_of(const FamilyFit& fit, const Rows& rows) {
  if (!fit.intervenes) return {};
  if (fit.interventions[0].empty() && rows.count() == std::ssize(fit.left_out[0])) return {};
  return find_interventions(fit.model, rows);
}

/// Mean logarithm of the mean square over the steps that families are compared by.
double score_of(const ForecastErrors& errors, Index horizons, Index without = -1) {
  const RowVector squares = errors.mean_square(without);
  double sum = 0.0, count = 0.0;
  for (Index k = 0; k < horizons; ++k) {
    if (std::isnan(squares[k])) continue;
    sum += std::log(squares[k]);
    count += 1.0;
  }
  return sum / count;
}

struct Contender {
  FamilyFit early;     // learned from the rows before the origins
  std::size_t family;  // of those that were tried
  ForecastErrors errors;
  double score;
  bool is_rich = false;
};

/// Standard error of a difference of scores, leaving out one block of origins at a time.
double doubt(const Contender& a, const Contender& b, Index horizons) {
  const Index blocks = a.errors.count.rows();
  Vector differences(blocks);
  for (Index block = 0; block < blocks; ++block)
    differences[block] = score_of(a.errors, horizons, block) - score_of(b.errors, horizons, block);
  const auto count = static_cast<double>(blocks);
  return std::sqrt((count - 1.0) / count *
                   (differences.array() - differences.mean()).square().sum());
}

Index compared_horizons(const RollingOrigins& origins) {
  const auto end =
      std::upper_bound(origins.ahead().begin(), origins.ahead().end(), origins.compared());
  return std::max<Index>(1, end - origins.ahead().begin());
}

/// The longest period that is kept for good.
double longest_season(const LinearModel& model) {
  double period = 0.0;
  for (const Component& part : model.dynamics.parts())
    if (const Cycle* cycle = std::get_if<Cycle>(&part); cycle && cycle->decay == 0.0)
      period = std::max(period, cycle->period);
  return period;
}

Vector roots(const ForecastErrors& errors) {
  return errors.mean_square().cwiseSqrt().transpose();
}

/// Errors over those claimed, of horizons from half to twice as far: single ones are few.
Vector factors(const ForecastErrors& errors, const RollingOrigins& origins) {
  const RowVector counts = errors.count.colwise().sum(),
                  squares = errors.normalised.colwise().sum();
  const std::vector<Index>& ahead = origins.ahead();
  Vector factors(std::ssize(ahead));
  for (Index k = 0; k < factors.size(); ++k) {
    const Index steps = ahead[static_cast<std::size_t>(k)];
    double count = 0.0, square = 0.0;
    for (Index i = 0; i < factors.size(); ++i) {
      const Index other = ahead[static_cast<std::size_t>(i)];
      if (2 * other < steps || other > 2 * steps) continue;
      count += counts[i];
      square += squares[i];
    }
    const double weight = count > 0.0 ? std::min(count, origins.stretches(steps)) : 0.0;
    const double mean = count > 0.0 ? square / count : 1.0;
    factors[k] = std::sqrt((kOwnWord + weight * mean) / (kOwnWord + weight));
  }
  return factors;
}

Backtest backtest_of(const Contender& chosen, const RollingOrigins& origins, double step) {
  Backtest backtest{.origins = std::ssize(origins.origins()),
                    .ahead = origins.ahead(),
                    .count = chosen.errors.count.colwise().sum().transpose(),
                    .error = roots(chosen.errors),
                    .last_value = roots(origins.errors_of_last()),
                    .season_ago = {},
                    .season = longest_season(chosen.early.model) / step,
                    .held = {},
                    .factor = factors(chosen.errors, origins)};
  backtest.held =
      (backtest.count.array() > 0.0)
          .select(chosen.errors.inside.colwise().sum().transpose().array() / backtest.count.array(),
                  std::nan(""));
  if (backtest.season > 0.0)
    backtest.season_ago = roots(origins.errors_of_season(step * backtest.season));
  return backtest;
}

/// Around the mean of the entries before a row: nobody knew another one then.
Rows centred_before(Rows rows, Index end) {
  double sum = 0.0, count = 0.0;
  for (const double value : rows.values.col(0).head(end))
    if (!std::isnan(value)) {
      sum += value;
      count += 1.0;
    }
  if (count > 0.0) rows.values.array() -= sum / count;
  return rows;
}

/// All about one channel that candidates are judged by.
struct Judge {
  const Rows& rows;
  const RollingOrigins& origins;
  Index horizons;

  /// Jumps are those that the same family with all rows has found; a forecast cannot use them
  /// before they were there.
  Contender operator()(FamilyFit early, std::size_t family, const Interventions& found) const {
    ForecastErrors errors = origins.errors(early.model, treat(rows, found).jumps);
    const double score = early.status.ok() ? score_of(errors, horizons) : std::nan("");
    return {
        .early = std::move(early), .family = family, .errors = std::move(errors), .score = score};
  }
};

/// The season that is a multiple of another with more harmonics; nothing if there is none.
std::optional<FamilyFit> enriched(FamilyFit fit) {
  std::vector<Component> parts = fit.model.dynamics.parts();
  Cycle* nesting = nullptr;
  for (Component& part : parts)
    for (Component& other : parts) {
      Cycle *longer = std::get_if<Cycle>(&part), *shorter = std::get_if<Cycle>(&other);
      if (!longer || !shorter || longer->decay > 0.0 || shorter->decay > 0.0) continue;
      const double ratio = longer->period / shorter->period;
      if (ratio > 1.5 && std::abs(ratio - std::round(ratio)) < 0.01) nesting = longer;
    }
  if (!nesting) return {};
  const auto fitting = static_cast<Index>(nesting->period / 2.0 - 0.01);
  nesting->harmonics = std::max(nesting->harmonics, std::min(kRichHarmonics, fitting));
  fit.model = LinearModel(Components(parts), fit.model.noise[0]);
  fit.family += concat(" with ", nesting->harmonics, " harmonics");
  return fit;
}

}  // namespace

ForecastChoice choose_for_forecast(const Rows& rows, const ForecastTask& task,
                                   const FamilyOptions& options) {
  require(rows.count() >= 1, "rows", "at least 1", rows.count());
  require(task.step > 0.0, "step", "positive", task.step);
  require(task.steps >= 1, "steps", "at least 1", task.steps);
  FamilyOptions looking_ahead = options;
  looking_ahead.looks_ahead = true;
  const Rows recent = last_rows(rows, kRecentRows);
  const FamilyChoice families = try_families({recent}, looking_ahead);
  const std::vector<FamilyFit>& fits = families.fits;
  ForecastChoice choice{.fit = families.chosen(), .learned_from = recent};
  const Interventions aside = interventions_of(choice.fit, rows);
  const RollingOrigins places(rows, aside, task.step, task.steps);
  if (!places.possible()) return choice;
  const Rows centred = centred_before(rows, places.first() + 1);
  const RollingOrigins origins(centred, aside, task.step, task.steps);

  const Judge judge{centred, origins, compared_horizons(origins)};
  std::vector<Interventions> found;
  for (const FamilyFit& fit : fits) found.push_back(interventions_of(fit, rows));
  // A first look with parameters that know all rows tells which are worth learning anew.
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < fits.size(); ++i)
    if (const double score = judge(fits[i], i, found[i]).score; !std::isnan(score))
      order.emplace_back(score, i);
  std::stable_sort(order.begin(), order.end());
  const Rows before = last_rows(part_of(centred, 0, origins.first() + 1), kRecentRows);
  std::vector<Contender> contenders;
  for (const auto& [score, i] : order) {
    if (contenders.size() >= kMostCompared && i != families.best) continue;
    if (options.go_on && !options.go_on()) return choice;
    Contender one = judge(refitted(fits[i], before), i, found[i]);
    if (!std::isnan(one.score)) contenders.push_back(std::move(one));
  }
  if (contenders.empty()) return choice;
  std::ranges::stable_sort(contenders, {}, &Contender::score);
  if (std::optional<FamilyFit> rich = enriched(contenders[0].early)) {
    const std::size_t family = contenders[0].family;
    Contender one = judge(refitted(*rich, before), family, found[family]);
    one.is_rich = true;
    if (!std::isnan(one.score)) contenders.push_back(std::move(one));
  }
  auto best = std::ranges::min_element(contenders, {}, &Contender::score);
  const auto incumbent = std::ranges::find(contenders, families.best, &Contender::family);
  if (incumbent != contenders.end() &&
      incumbent->score - best->score < doubt(*incumbent, *best, judge.horizons))
    best = incumbent;
  choice.fit = fits[best->family];
  if (best->is_rich) choice.fit = refitted(best->early, recent);
  choice.backtest = backtest_of(*best, origins, task.step);
  for (const Contender& one : contenders)
    choice.tried.push_back({.family = one.early.family, .error = std::exp(0.5 * one.score)});
  std::ranges::stable_sort(choice.tried, {}, &TriedForecast::error);
  return choice;
}

}  // namespace elto
