// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/fit_family.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

#include "elto/core/error.hpp"
#include "elto/learn/heavy_tails.hpp"

#include "learn/posterior.hpp"

namespace elto {
namespace {

constexpr int kRounds = 8;
constexpr std::size_t kClimbs = 2;       // starts that are followed to the top
constexpr double kHopelessStart = 30.0;  // log-likelihood by which a start may be behind the best
constexpr std::size_t kTurns = 3;        // in which entries beside jumps are left out
constexpr Index kRowsOfStarts = 500;     // are enough to tell good starts
constexpr double kRough = 0.05, kFine = 0.003;  // log-likelihood by which steps of a climb gain
constexpr Index kRowsForOutlier = 200;          // as rare as they are taken to be
constexpr double kMovementOfBulk[] = {1.0,
                                      0.1};  // starts: by how much it may be less than it seems
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<Interventions> none(const std::vector<Rows>& series) {
  return std::vector<Interventions>(series.size());
}

/// Walks by factors, one parameter after the other.
void improve(LinearModel& model, double& value, const LogPrior& prior, Posterior& posterior) {
  Vector logs = model.logs();
  for (const double stride : {1.4, 0.7})
    for (Index p = 0; p < logs.size(); ++p)
      for (const double direction : {-1.0, 1.0}) {
        bool moved = false;
        for (int more = 0; more < 4; ++more) {
          Vector next = logs;
          next[p] += direction * stride * std::min(1.0, prior.width[p]);
          LinearModel there = model;
          there.set_logs(next);
          const double gained = posterior.robust(there);
          if (!(gained > value)) break;
          value = gained;
          logs = next;
          moved = true;
        }
        if (moved) break;
      }
  model.set_logs(logs);
}

/// The nearest entries from a row on, in one direction.
Index next_entry(const Rows& rows, Index row, Index direction) {
  while (row >= 0 && row < rows.count() && std::isnan(rows.values(row, 0))) row += direction;
  return row;
}

/// Entries on either side of jumps, in turns: all on one side of the jumps at a time, of runs one
/// in three.
std::array<std::vector<Index>, kTurns> beside_jumps(const FamilyFit& fit, const Rows& rows,
                                                    const Interventions& interventions) {
  std::vector<Index> all;
  std::array<std::vector<Index>, kTurns> turns;
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}})
    for (const Index jump : interventions.jumps) {
      const Index t = next_entry(rows, side == 0 ? jump : jump - 1, side == 0 ? 1 : -1);
      if (t < 0 || t >= rows.count()) continue;
      all.push_back(t);
      if (fit.movement == Movement::even) turns[side].push_back(t);
    }
  if (fit.movement == Movement::even) return turns;
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::size_t place = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const bool follows = k > 0 && next_entry(rows, all[k - 1] + 1, 1) == all[k];
    place = follows ? place + 1 : 0;
    turns[place % kTurns].push_back(all[k]);
  }
  return turns;
}

/// What all others say of each entry. Those beside a jump had a part in finding it: they are
/// predicted with the jumps that are found without them.
bool predict_left_out(const FamilyFit& fit, const Rows& rows, const Interventions& interventions,
                      Vector& mean, Vector& variance) {
  const auto predict = [&](const Interventions& with, const Rows& seen) {
    const Treated treated = treat(seen, with);
    return smooth(fit.model, treated.rows, treated.jumps);
  };
  const SmoothedRows all = predict(interventions, rows);
  if (!all.status.ok()) return false;
  mean = all.left_out.mean.col(0);
  variance = all.left_out.variance.col(0);
  for (const std::vector<Index>& hidden : beside_jumps(fit, rows, interventions)) {
    if (hidden.empty()) continue;
    Rows without = rows;
    for (const Index t : hidden) without.values(t, 0) = std::nan("");
    const SmoothedRows others =
        predict(find_interventions(fit.model, without, {}, fit.movement), without);
    if (!others.status.ok()) return false;
    for (const Index t : hidden) {
      mean[t] = others.signal.mean(t, 0);
      variance[t] = others.signal.variance(t, 0) + fit.model.noise[0];
    }
  }
  return true;
}

/// Log-densities of the entries left out, and by how much tails that are not normal raise them.
double score_left_out(const FamilyFit& fit, const Rows& rows, const Interventions& interventions,
                      Vector& densities, Bulk& bulk) {
  densities = Vector::Zero(rows.count());
  Vector mean, variance;
  if (!predict_left_out(fit, rows, interventions, mean, variance)) {
    densities.setConstant(-kInfinity);
    return 0.0;
  }
  const Vector deviations =
      (rows.values.col(0) - mean).cwiseQuotient(Vector(variance.array().sqrt()));
  const Tails tails = fit_tails(deviations), normal;
  bulk = {.share = tails.scale * tails.scale, .variance = 0.0};
  double count = 0.0;
  for (const double one : variance)
    if (!std::isnan(one)) {
      bulk.variance += bulk.share * one;
      count += 1.0;
    }
  bulk.variance /= std::max(count, 1.0);
  double gained = 0.0;
  for (Index t = 0; t < rows.count(); ++t) {
    const double y = rows.values(t, 0), z = deviations[t];
    if (std::isnan(y)) continue;
    if (std::isnan(z)) {
      densities[t] = -cost_of_outlier(y);
      continue;
    }
    // As the others predict it, or set aside.
    const double unit = 0.5 * std::log(variance[t]), aside = -cost_of_outlier(y);
    densities[t] = std::max(normal.log_density(z) - unit, aside);
    gained += std::max(tails.log_density(z) - unit, aside) - densities[t];
  }
  densities(interventions.jumps) -= costs_of_jumps(rows, interventions);
  return gained;
}

/// Each parameter is worth one, more where entries are few: the bias of a maximum (Hurvich, Tsai).
double parameter_cost(Index parameters, Index entries) {
  const auto k = static_cast<double>(parameters), n = static_cast<double>(entries);
  return k * n / std::max(n - k - 1.0, 1.0);
}

void score(FamilyFit& fit, const LogPrior& prior, double posterior,
           const std::vector<Rows>& series) {
  Index entries = 0;
  for (const Rows& rows : series) entries += rows.values.array().isFinite().count();
  const double parameters = parameter_cost(fit.model.logs().size(), entries);
  fit.log_likelihood = posterior - prior.log_density(fit.model.logs());
  fit.left_out_score = -parameters;
  fit.bulk = {};
  double gained = 0.0;
  for (std::size_t i = 0; i < series.size(); ++i) {
    fit.log_likelihood -= cost_of(series[i], fit.interventions[i]);
    Vector densities;
    Bulk bulk;
    gained += score_left_out(fit, series[i], fit.interventions[i], densities, bulk);
    fit.bulk.share += bulk.share / static_cast<double>(series.size());
    fit.bulk.variance += bulk.variance / static_cast<double>(series.size());
    fit.left_out_score += densities.sum();
    fit.left_out.push_back(std::move(densities));
  }
  const double share = 1.0 / (1.0 + static_cast<double>(series.size()));
  fit.score = (1.0 - share) * fit.left_out_score + share * (fit.log_likelihood - parameters);
  fit.with_tails = fit.left_out_score + gained;
  fit.status.code = std::isfinite(fit.score) ? StatusCode::ok : StatusCode::not_finite;
}

/// Learns and looks for interventions in turn.
FamilyFit climb(LinearModel model, const LogPrior& prior, const std::vector<Rows>& series,
                Movement movement) {
  FamilyFit fit{.model = std::move(model), .movement = movement};
  for (const Rows& rows : series)
    fit.interventions.push_back(find_interventions(fit.model, rows, {}, movement));
  double posterior = -kInfinity;
  for (int round = 0; round < kRounds; ++round) {
    posterior = Posterior(series, fit.interventions, prior).maximise(fit.model, kFine);
    std::vector<Interventions> found;
    for (std::size_t i = 0; i < series.size(); ++i)
      found.push_back(find_interventions(fit.model, series[i], fit.interventions[i], movement));
    if (found == fit.interventions) break;
    fit.interventions = std::move(found);
  }
  score(fit, prior, posterior, series);
  return fit;
}

/// Without any.
FamilyFit climb_untouched(LinearModel model, const LogPrior& prior,
                          const std::vector<Rows>& series) {
  FamilyFit fit{.model = std::move(model), .interventions = none(series), .intervenes = false};
  const double posterior = Posterior(series, none(series), prior).maximise(fit.model, kFine);
  score(fit, prior, posterior, series);
  return fit;
}

/// Movement as small as the bulk of the deviations, which have heavy tails, and these as good as
/// noise: what is beyond them is beyond chance then, and found.
LinearModel quiet_as_the_bulk(const FamilyFit& fit, double movement) {
  const double share = movement * fit.bulk.share;
  std::vector<Component> parts = fit.model.dynamics.parts();
  for (Component& part : parts)
    std::visit(
        [&](auto& component) {
          if constexpr (requires { component.noise; }) component.noise *= share;
          if constexpr (requires { component.level_noise; }) component.level_noise *= share;
        },
        part);
  return {Components(parts),
          std::max(fit.model.noise[0] * fit.bulk.share, 0.5 * fit.bulk.variance)};
}

struct Begin {
  double value;
  LinearModel model;
};

/// To the top of what a few rows say, so that the many have little left to do.
void climb_roughly(Begin& begin, const LogPrior& prior, const std::vector<Rows>& few) {
  std::vector<Interventions> found;
  double cost = 0.0;
  for (const Rows& rows : few) {
    found.push_back(find_interventions(begin.model, rows));
    cost += cost_of(rows, found.back());
  }
  begin.value = Posterior(few, found, prior).maximise(begin.model, kRough) - cost;
}

}  // namespace

std::vector<Rows> sample_of(const std::vector<Rows>& series, Index rows) {
  Index total = 0;
  for (const Rows& one : series) total += one.count();
  if (total <= rows) return series;
  std::vector<Rows> sample;
  const auto share =
      std::min<Index>(std::ssize(series), std::max<Index>(1, rows * std::ssize(series) / total));
  for (Index k = 0; k < share; ++k) {
    const Rows& one =
        series[static_cast<std::size_t>((2 * k + 1) * std::ssize(series) / (2 * share))];
    const Index length = std::min(one.count(), std::max<Index>(rows / share, 1));
    const Index begin = (one.count() - length) / 2;
    sample.push_back({.times = one.times.segment(begin, length),
                      .values = one.values.middleRows(begin, length)});
  }
  return sample;
}

FamilyFit fit_family(const Family& family, const std::vector<Rows>& series,
                     const std::vector<LinearModel>& starts) {
  require(!series.empty(), "series", "at least 1", 0);
  const LogPrior prior = prior_of(family);
  const std::vector<Rows> few = sample_of(series, kRowsOfStarts);
  Posterior robust(few, none(few), prior);
  std::vector<Begin> begins;
  const auto add = [&](const LinearModel& start) {
    begins.push_back({.value = robust.robust(start), .model = start});
  };
  const auto sort = [&] {
    std::stable_sort(begins.begin(), begins.end(),
                     [](const Begin& a, const Begin& b) { return a.value > b.value; });
  };
  for (const LinearModel& start : starts_of(family)) add(start);
  sort();
  if (starts.empty()) {
    improve(begins[0].model, begins[0].value, prior, robust);
    improve(begins[1].model, begins[1].value, prior, robust);
  }
  for (const LinearModel& start : starts) add(start);
  sort();
  std::erase_if(begins, [&, best = begins[0].value](const Begin& begin) {
    return !(begin.value >= best - kHopelessStart);
  });
  if (begins.size() > kClimbs) begins.resize(kClimbs);
  if (begins.empty()) begins.push_back({.value = -kInfinity, .model = starts_of(family)[0]});
  for (Begin& begin : begins) climb_roughly(begin, prior, few);
  sort();
  return refit_family(family, series, begins[0].model);
}

bool has_frequent_outliers(const FamilyFit& fit) {
  Index rows = 0, outliers = 0;
  for (const Vector& densities : fit.left_out) rows += densities.size();
  for (const Interventions& found : fit.interventions) outliers += std::ssize(found.outliers);
  return kRowsForOutlier * outliers > rows;
}

FamilyFit refit_family(const Family& family, const std::vector<Rows>& series,
                       const LinearModel& start) {
  require(!series.empty(), "series", "at least 1", 0);
  const LogPrior prior = prior_of(family);
  FamilyFit best = climb(start, prior, series, Movement::even);
  const bool frequent = has_frequent_outliers(best);
  const bool touched = std::any_of(best.interventions.begin(), best.interventions.end(),
                                   [](const Interventions& found) { return !found.empty(); });
  if (touched || !best.status.ok()) {
    FamilyFit plain = climb_untouched(best.model, prior, series);
    if (plain.status.ok() && !(plain.with_tails < best.with_tails)) best = std::move(plain);
  }
  // Where outliers are frequent, it is these that make the tails.
  const bool has_tails = best.with_tails - best.left_out_score > cost_of_jump();
  if (has_tails && !frequent) {
    const FamilyFit even = best;
    for (const double movement : kMovementOfBulk) {
      FamilyFit bursts =
          climb(quiet_as_the_bulk(even, movement), prior, series, Movement::in_bursts);
      if (bursts.status.ok() && bursts.score > best.score && bursts.with_tails > best.with_tails)
        best = std::move(bursts);
    }
  }
  best.family = family.name;
  if (!best.status.ok()) best.status.code = StatusCode::not_finite;
  return best;
}

}  // namespace elto
