// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/interventions.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

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
constexpr std::size_t kTurns = 4;
constexpr int kPasses = 8;

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

/// Largest first, none within reach of another. Returns how many were added.
Index add_largest(Interventions& found, const LinearModel& model, const Vector& deviation,
                  const Vector& jump, const Rows& rows) {
  std::vector<Index> order;
  const auto statistic = [&](Index t) { return std::max(deviation[t] * deviation[t], jump[t]); };
  for (Index t = 0; t < rows.count(); ++t)
    if (statistic(t) > kBeyondChance) order.push_back(t);
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return statistic(a) > statistic(b); });
  std::vector<char> touched(static_cast<std::size_t>(rows.count()), 0);
  Index added = 0;
  for (const Index t : order) {
    if (touched[static_cast<std::size_t>(t)]) continue;
    const bool outlier = deviation[t] * deviation[t] >= jump[t];
    if (outlier) {
      for (const Index row : outliers_at(deviation, rows, t)) {
        insert(found.outliers, row);
        ++added;
      }
    } else if (!has_near(found.jumps, t, kPulse)) {
      insert(found.jumps, t);
      ++added;
    } else {
      added += turn_into_outliers(found, model, rows, t);
    }
    for (Index i = std::max<Index>(0, t - kAround); i <= std::min(rows.count() - 1, t + kAround);
         ++i)
      touched[static_cast<std::size_t>(i)] = 1;
  }
  return added;
}

/// Far more often beside each other than rows drawn at random are: pulses, cut down to two rows.
bool come_in_pairs(const std::vector<Index>& outliers, Index entries) {
  double pairs = 0.0;
  for (std::size_t k = 1; k < outliers.size(); ++k) pairs += outliers[k] == outliers[k - 1] + 1;
  const auto count = static_cast<double>(outliers.size());
  const double expected = count * count / static_cast<double>(entries);
  return pairs > kPairsByChance + 2.0 * expected;
}

/// Jumps that were found while something else was wrong. Looked at in turns, so that those looked
/// at together are far from each other.
void drop_refuted_jumps(const LinearModel& model, const Rows& rows, Interventions& found) {
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

}  // namespace

Treated treat(const Rows& rows, const Interventions& interventions) {
  Treated result{.rows = rows, .jumps = {}};
  for (const Index row : interventions.outliers) result.rows.values(row, 0) = std::nan("");
  // Where entries are missing before it, nobody knows when it was.
  for (const Index row : interventions.jumps) {
    Index before = row - 1;
    while (before >= 0 && std::isnan(result.rows.values(before, 0))) --before;
    if (before < 0) continue;
    const double span = rows.times[row] - rows.times[before];
    for (Index t = before + 1; t <= row; ++t) {
      const double share = span > 0.0 ? (rows.times[t] - rows.times[t - 1]) / span
                                      : 1.0 / static_cast<double>(row - before);
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

double cost_of(const Rows& rows, const Interventions& interventions) {
  double cost = cost_of_jump() * static_cast<double>(interventions.jumps.size());
  for (const Index row : interventions.outliers) cost += cost_of_outlier(rows.values(row, 0));
  return cost;
}

Interventions find_interventions(const LinearModel& model, const Rows& rows, Interventions known) {
  const Index entries = rows.values.array().isFinite().count();
  Interventions found = std::move(known);
  drop_refuted_jumps(model, rows, found);
  for (int pass = 0; pass < kPasses; ++pass) {
    const Treated treated = treat(rows, found);
    const SmoothedRows smoothed = smooth(model, treated.rows, treated.jumps);
    if (!smoothed.status.ok()) break;
    if (pass == 0)
      std::erase_if(found.outliers, [&](Index t) {
        const double away = rows.values(t, 0) - smoothed.signal.mean(t, 0);
        return away * away < kBeyondChance * (smoothed.signal.variance(t, 0) + model.noise[0]);
      });
    Vector jump = smoothed.jump;
    jump.head(std::min<Index>(2, jump.size())).setZero();  // the first level is no jump
    if (add_largest(found, model, deviations(smoothed, treated.rows), jump, treated.rows) == 0)
      break;
    if (10 * std::ssize(found.outliers) > entries || come_in_pairs(found.outliers, entries)) {
      found.outliers.clear();
      break;
    }
  }
  drop_refuted_jumps(model, rows, found);
  return found;
}

}  // namespace elto
