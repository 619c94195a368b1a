// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/interventions.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "filter/stretches.hpp"

namespace elto {
namespace {

constexpr double kBeyondAtEdge = 100.0;  // of the first and last: a movement may go on there
constexpr double kBroad = 3.0;           // scale of an outlier's density
constexpr double kRare = 200.0;          // rows for each
constexpr Index kMostBeside = 2;         // outliers beside each other by chance
constexpr double kHeldUp = 9.0;          // chi-squared of an outlier that another holds up
constexpr double kSameSide = 2.0;        // standard deviations of neighbours that share a movement
constexpr double kBack = 9.0;            // chi-squared of a level that is back where it was
constexpr Index kAround = 4;             // rows whose statistics a found one has changed
constexpr Index kPulse = 10;             // jumps this close to another are a movement
constexpr double kPairsByChance = 3.0;   // beyond twice those expected
constexpr double kOneInTwo = 2.0;        // rows beside a jump is another
constexpr std::size_t kTurns = 4;
constexpr int kPasses = 8;  // more for runs, which grow by a row at either end
constexpr int kPassesOfRuns = 30;

/// u / sqrt(D), chi-squared when squared; 0 where no entry was taken.
Vector deviations(const SmoothedRows& smoothed, const Rows& rows) {
  Vector result(rows.count());
  for (Index t = 0; t < rows.count(); ++t) {
    const double away = rows.values(t, 0) - smoothed.left_out.mean(t, 0);
    result[t] = std::isnan(away) ? 0.0 : away / std::sqrt(smoothed.left_out.variance(t, 0));
  }
  return result;
}

/// The entries around one that lie to its own side. A lone outlier pushes its neighbours to the
/// other, two beside each other hold each other up, and more of them are a pulse, which is
/// movement.
std::vector<Index> same_side(const Vector& deviation, const Rows& rows, Index row) {
  std::vector<Index> run{row};
  for (const Index direction : {Index{-1}, Index{1}})
    for (Index t = row + direction; t >= 0 && t < rows.count(); t += direction) {
      if (std::isnan(rows.values(t, 0))) continue;
      if (!(deviation[t] * deviation[row] > 0.0 && std::abs(deviation[t]) > kSameSide)) break;
      run.push_back(t);
      if (std::ssize(run) > kMostBeside) return run;
    }
  return run;
}

bool is_first_or_last(const Rows& rows, const std::vector<Index>& run) {
  const auto [first, last] = std::minmax_element(run.begin(), run.end());
  const auto missing = [](const auto& values) { return values.array().isNaN().all(); };
  return missing(rows.values.topRows(*first)) ||
         missing(rows.values.bottomRows(rows.count() - 1 - *last));
}

/// None if the row belongs to a movement.
std::vector<Index> outliers_at(const Vector& deviation, const Rows& rows, Index row) {
  std::vector<Index> run = same_side(deviation, rows, row);
  if (std::ssize(run) > kMostBeside) return {};
  for (const Index t : run)
    if (!(deviation[t] * deviation[t] > kHeldUp)) return {};
  if (deviation[row] * deviation[row] < kBeyondAtEdge && is_first_or_last(rows, run)) return {};
  return run;
}

bool has_near(const std::vector<Index>& rows, Index row, Index reach) {
  const auto place = std::lower_bound(rows.begin(), rows.end(), row - reach);
  return place != rows.end() && *place <= row + reach;
}

void insert(std::vector<Index>& rows, Index row) {
  const auto place = std::lower_bound(rows.begin(), rows.end(), row);
  if (place == rows.end() || *place != row) rows.insert(place, row);
}

/// Where a jump is undone after one or two entries, these are outliers, if the level is then
/// where it was. Returns how many.
Index turn_into_outliers(Interventions& found, const LinearModel& model, const Rows& rows,
                         Index jump) {
  for (const Index other : found.jumps) {
    const Index from = std::min(jump, other), to = std::max(jump, other);
    if (from == to || to - from > kPulse) continue;
    Interventions instead = found;
    Index between = 0;
    for (Index t = from; t < to; ++t)
      if (!std::isnan(rows.values(t, 0))) {
        insert(instead.outliers, t);
        ++between;
      }
    if (between == 0 || between > kMostBeside) continue;
    std::erase(instead.jumps, other);
    const Treated treated = treat(rows, instead);
    const SmoothedRows smoothed = smooth(model, treated.rows, treated.jumps);
    if (!(smoothed.jump.segment(from, to - from + 1).maxCoeff() < kBack)) continue;
    found = std::move(instead);
    return between;
  }
  return 0;
}

/// What the rows say of a jump of the level before each: its statistic without it, and by how much
/// it raises the log-likelihood, whether it is in the model or not.
struct JumpEvidence {
  Vector statistic, gain;

  JumpEvidence(const SmoothedRows& smoothed, const Interventions& found)
      : statistic(smoothed.jump), gain(smoothed.jump.size()) {
    Vector precision = smoothed.jump_precision;
    for (const Index t : found.jumps) {
      const double left = std::max(1.0 - kJumpVariance * precision[t], kLeast);
      statistic[t] /= left;
      precision[t] /= left;
    }
    // The first level is no jump.
    statistic.head(std::min<Index>(2, statistic.size())).setZero();
    const Eigen::ArrayXd x = kJumpVariance * precision.array();
    gain = 0.5 * (statistic.array() * x / (1.0 + x) - x.log1p());
  }

 private:
  static constexpr double kLeast = 1e-14;
};

/// Largest first, none within reach of another.
class Adding {
 public:
  Adding(Interventions& found, const LinearModel& model, const Rows& treated, Movement movement)
      : found_(found), model_(model), rows_(treated), movement_(movement) {}

  /// Returns how many were added.
  Index add(const Vector& deviation, const JumpEvidence& evidence) {
    Index added = movement_ == Movement::in_bursts ? prolong_runs(evidence) : 0;
    const auto statistic = [&](Index t) {
      return std::max(deviation[t] * deviation[t], evidence.statistic[t]);
    };
    std::vector<Index> order;
    for (Index t = 0; t < rows_.count(); ++t)
      if (statistic(t) > kBeyondChance && !(movement_ == Movement::in_bursts && is_jump(t)))
        order.push_back(t);
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return statistic(a) > statistic(b); });
    std::vector<char> touched(static_cast<std::size_t>(rows_.count()), 0);
    for (const Index t : order) {
      if (touched[static_cast<std::size_t>(t)]) continue;
      if (deviation[t] * deviation[t] < evidence.statistic[t])
        added += add_jump(t);
      else
        added += movement_ == Movement::even ? add_outlier(deviation, t) : add_pulse(deviation, t);
      const Index last = std::min(rows_.count() - 1, t + kAround);
      for (Index i = std::max<Index>(0, t - kAround); i <= last; ++i)
        touched[static_cast<std::size_t>(i)] = 1;
    }
    return added;
  }

 private:
  bool is_jump(Index t) const {
    return std::binary_search(found_.jumps.begin(), found_.jumps.end(), t);
  }

  /// By rows beside a jump that are likelier with another.
  Index prolong_runs(const JumpEvidence& evidence) {
    std::vector<Index> more;
    for (const Index jump : found_.jumps)
      for (const Index t : {jump - 1, jump + 1})
        if (t >= 0 && t < rows_.count() && !is_jump(t) && evidence.gain[t] > std::log(kOneInTwo))
          more.push_back(t);
    for (const Index t : more) insert(found_.jumps, t);
    return std::ssize(more);
  }

  Index add_outlier(const Vector& deviation, Index t) {
    const std::vector<Index> outliers = outliers_at(deviation, rows_, t);
    for (const Index row : outliers) insert(found_.outliers, row);
    return std::ssize(outliers);
  }

  /// All that lies beyond with it, which the ends of a run may leave again.
  Index add_pulse(const Vector& deviation, Index t) {
    const std::vector<Index> run = same_side(deviation, rows_, t);
    const auto [first, last] = std::minmax_element(run.begin(), run.end());
    for (Index row = *first; row <= std::min(*last + 1, rows_.count() - 1); ++row)
      insert(found_.jumps, row);
    return std::ssize(run);
  }

  Index add_jump(Index t) {
    if (movement_ == Movement::even && has_near(found_.jumps, t, kPulse))
      return turn_into_outliers(found_, model_, rows_, t);
    insert(found_.jumps, t);
    return 1;
  }

  Interventions& found_;
  const LinearModel& model_;
  const Rows& rows_;
  Movement movement_;
};

/// Far more often beside each other than rows drawn at random are: pulses, cut down to two rows.
bool come_in_pairs(const std::vector<Index>& outliers, Index entries) {
  double pairs = 0.0;
  for (std::size_t k = 1; k < outliers.size(); ++k) pairs += outliers[k] == outliers[k - 1] + 1;
  const auto count = static_cast<double>(outliers.size());
  const double expected = count * count / static_cast<double>(entries);
  return pairs > kPairsByChance + 2.0 * expected;
}

/// No entry lies between the row of a jump and that of the one before it.
bool goes_on(const Rows& rows, const std::vector<Index>& jumps, std::size_t k) {
  if (k == 0 || k >= jumps.size()) return false;
  for (Index t = jumps[k - 1] + 1; t < jumps[k]; ++t)
    if (!std::isnan(rows.values(t, 0))) return false;
  return true;
}

/// Those that were found while something else was wrong; of a run its ends, and never two that may
/// stand for each other at once. Returns how many.
Index drop_refuted_jumps(Interventions& found, const JumpEvidence& evidence, const Rows& rows) {
  std::vector<Index> kept;
  bool last_dropped = false;
  for (std::size_t k = 0; k < found.jumps.size(); ++k) {
    const Index t = found.jumps[k];
    const bool before = goes_on(rows, found.jumps, k), after = goes_on(rows, found.jumps, k + 1);
    const bool refuted = before && after   ? evidence.gain[t] < -cost_of_jump()
                         : before || after ? evidence.gain[t] < std::log(kOneInTwo)
                                           : !(evidence.statistic[t] > kBeyondChance);
    last_dropped = refuted && !(before && last_dropped);
    if (!last_dropped) kept.push_back(t);
  }
  const Index dropped = std::ssize(found.jumps) - std::ssize(kept);
  found.jumps = std::move(kept);
  return dropped;
}

/// Jumps by runs.
std::vector<std::vector<Index>> runs_of(const Rows& rows, const std::vector<Index>& jumps) {
  std::vector<std::vector<Index>> runs;
  for (std::size_t k = 0; k < jumps.size(); ++k) {
    if (!goes_on(rows, jumps, k)) runs.emplace_back();
    runs.back().push_back(jumps[k]);
  }
  return runs;
}

/// What lies between the jumps of a run is set aside if that is no more than outliers there are
/// beside each other, and if the level is then where it was. Those where it is least so stay jumps,
/// one after the other, because each speaks for its neighbours too.
void set_lone_entries_aside(Interventions& found, const LinearModel& model, const Rows& rows) {
  const Index entries = rows.values.array().isFinite().count();
  const std::vector<std::vector<Index>> runs = runs_of(rows, found.jumps);
  for (Index most = kMostBeside; most > 0; --most) {
    Interventions instead{.outliers = found.outliers, .jumps = {}};
    std::vector<std::vector<Index>> lone;
    for (const std::vector<Index>& run : runs)
      if (run.size() > 1 && std::ssize(run) <= most + 1) {
        for (std::size_t k = 0; k + 1 < run.size(); ++k) insert(instead.outliers, run[k]);
        lone.push_back(run);
      } else {
        instead.jumps.insert(instead.jumps.end(), run.begin(), run.end());
      }
    if (10 * std::ssize(instead.outliers) > entries || come_in_pairs(instead.outliers, entries))
      continue;
    while (!lone.empty()) {
      const Treated treated = treat(rows, instead);
      const SmoothedRows smoothed = smooth(model, treated.rows, treated.jumps);
      const auto moved = [&](const std::vector<Index>& run) {
        return smoothed.jump(run).maxCoeff();
      };
      const auto most_moved = std::ranges::max_element(lone, {}, moved);
      if (!(moved(*most_moved) > kBack)) break;
      for (const Index t : *most_moved) {
        std::erase(instead.outliers, t);
        insert(instead.jumps, t);
      }
      lone.erase(most_moved);
    }
    found = std::move(instead);
    return;
  }
}

/// Jumps that were found while something else was wrong. Looked at in turns, so that those looked
/// at together are far from each other.
void drop_refuted_in_turns(const LinearModel& model, const Rows& rows, Interventions& found) {
  std::vector<Index> kept;
  for (std::size_t turn = 0; turn < kTurns; ++turn) {
    Interventions without{.outliers = found.outliers, .jumps = {}};
    for (std::size_t k = 0; k < found.jumps.size(); ++k)
      if (k % kTurns != turn) without.jumps.push_back(found.jumps[k]);
    if (without.jumps.size() == found.jumps.size()) continue;
    const Treated treated = treat(rows, without);
    const SmoothedRows smoothed = smooth(model, treated.rows, treated.jumps);
    for (std::size_t k = turn; k < found.jumps.size(); k += kTurns)
      if (!(smoothed.jump[found.jumps[k]] <= kBeyondChance)) kept.push_back(found.jumps[k]);
  }
  std::sort(kept.begin(), kept.end());
  found.jumps = std::move(kept);
}

/// In rows that are looked at together.
Interventions find_together(const LinearModel& model, const Rows& rows, Interventions known,
                            Movement movement) {
  const Index entries = rows.values.array().isFinite().count();
  Interventions found = std::move(known);
  if (movement == Movement::even) drop_refuted_in_turns(model, rows, found);
  const int passes = movement == Movement::in_bursts ? kPassesOfRuns : kPasses;
  for (int pass = 0; pass < passes; ++pass) {
    const Treated treated = treat(rows, found);
    const SmoothedRows smoothed = smooth(model, treated.rows, treated.jumps);
    if (!smoothed.status.ok()) break;
    if (pass == 0)
      std::erase_if(found.outliers, [&](Index t) {
        const double away = rows.values(t, 0) - smoothed.signal.mean(t, 0);
        return away * away < kBeyondChance * (smoothed.signal.variance(t, 0) + model.noise[0]);
      });
    const JumpEvidence evidence(smoothed, movement == Movement::even ? Interventions{} : found);
    const Index dropped =
        movement == Movement::in_bursts ? drop_refuted_jumps(found, evidence, rows) : 0;
    const Index added = pass + 1 < passes ? Adding(found, model, treated.rows, movement)
                                                .add(deviations(smoothed, treated.rows), evidence)
                                          : 0;
    if (dropped + added == 0) break;
    if (10 * std::ssize(found.outliers) > entries || come_in_pairs(found.outliers, entries)) {
      found.outliers.clear();
      break;
    }
  }
  if (movement == Movement::in_bursts)
    set_lone_entries_aside(found, model, rows);
  else
    drop_refuted_in_turns(model, rows, found);
  return found;
}
}  // namespace

Treated treat(Rows rows, const Interventions& interventions) {
  Treated result{.rows = std::move(rows), .jumps = {}};
  const Vector& times = result.rows.times;
  for (const Index row : interventions.outliers) result.rows.values(row, 0) = std::nan("");
  // Where entries are missing before it, nobody knows when it was.
  for (const Index row : interventions.jumps) {
    Index before = row - 1;
    while (before >= 0 && std::isnan(result.rows.values(before, 0))) --before;
    if (before < 0) continue;
    const double span = times[row] - times[before];
    for (Index t = before + 1; t <= row; ++t) {
      const double share =
          span > 0.0 ? (times[t] - times[t - 1]) / span : 1.0 / static_cast<double>(row - before);
      result.jumps.push_back({.row = t, .state = 0, .variance = kJumpVariance * share});
    }
  }
  return result;
}

double cost_of_outlier(double value) {
  const double far = value / kBroad;  // of Cauchy: a broken sensor says any number
  return std::log(kRare) + std::log(std::numbers::pi * kBroad) + std::log1p(far * far);
}

double cost_of_jump() {
  return std::log(kRare);
}

Vector costs_of_jumps(const Rows& rows, const Interventions& interventions) {
  Vector costs(std::ssize(interventions.jumps));
  for (std::size_t k = 0; k < interventions.jumps.size(); ++k)
    costs[static_cast<Index>(k)] =
        goes_on(rows, interventions.jumps, k) ? std::log(kOneInTwo) : cost_of_jump();
  return costs;
}

double cost_of(const Rows& rows, const Interventions& interventions) {
  double cost = costs_of_jumps(rows, interventions).sum();
  for (const Index row : interventions.outliers) cost += cost_of_outlier(rows.values(row, 0));
  return cost;
}

std::vector<Index> lone_jumps(const Rows& rows, const Interventions& interventions) {
  std::vector<Index> lone;
  const std::vector<Index>& jumps = interventions.jumps;
  for (std::size_t k = 0; k < jumps.size(); ++k)
    if (!goes_on(rows, jumps, k) && !goes_on(rows, jumps, k + 1)) lone.push_back(jumps[k]);
  return lone;
}

Interventions find_interventions(const LinearModel& model, const Rows& rows, Interventions known,
                                 Movement movement) {
  const std::vector<Stretch> stretches = stretches_of(rows.count());
  if (stretches.size() == 1) return find_together(model, rows, std::move(known), movement);
  Interventions all;
  for (const Stretch& stretch : stretches) {
    const auto known_here = [&](const std::vector<Index>& rows_known) {
      std::vector<Index> here;
      for (const Index t : rows_known)
        if (t >= stretch.from && t < stretch.to) here.push_back(t - stretch.from);
      return here;
    };
    const Interventions found = find_together(
        model, stretch.of(rows),
        {.outliers = known_here(known.outliers), .jumps = known_here(known.jumps)}, movement);
    const auto keep = [&](const std::vector<Index>& rows_found, std::vector<Index>& kept) {
      for (const Index t : rows_found)
        if (t + stretch.from >= stretch.begin && t + stretch.from < stretch.end)
          kept.push_back(t + stretch.from);
    };
    keep(found.outliers, all.outliers);
    keep(found.jumps, all.jumps);
  }
  return all;
}

}  // namespace elto
