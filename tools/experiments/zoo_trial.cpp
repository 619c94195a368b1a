// SPDX-License-Identifier: Apache-2.0
#include "experiments/zoo_trial.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "elto/core/text.hpp"
#include "elto/filter/signal_filter.hpp"
#include "elto/filter/signal_smoother.hpp"
#include "elto/learn/learn_signal_model.hpp"
#include "elto/series/times.hpp"

#include "experiments/known_law.hpp"

namespace elto::experiments {
namespace {

constexpr Index kKnown = 1000, kAfter = 500;
constexpr Index kNear = 5, kFar = 20;               // rows ahead
constexpr double kDeviations = 1.6448536269514722;  // standard deviations to each side hold 90 %

Simulation rows_between(const Simulation& all, Index begin, Index count) {
  Simulation part{
      .observed = Series(all.observed.values.middleRows(begin, count), all.observed.channels),
      .truth = all.truth.middleRows(begin, count)};
  part.observed.time.values = times_of(all.observed).segment(begin, count);
  return part;
}

void count(const MatrixView& mean, const MatrixView& variance, const MatrixView& truth,
           Held& held) {
  const auto off = (mean - truth).array().square();
  held.inside += (off <= kDeviations * kDeviations * variance.array()).count();
  held.entries += truth.size();
}

/// Row by row over all of them; what comes after those that are known is judged.
void go_on(const SignalModel& model, const Simulation& all, ZooTrial& trial) {
  SignalFilter filter(model);
  const Vector times = times_of(all.observed);
  for (Index t = 0; t < all.truth.rows(); ++t) {
    filter.predict(times[t]);
    if (!filter.update(all.observed.values.row(t)).ok()) return;
    if (t < kKnown) continue;
    count(filter.mean(), filter.variance(), all.truth.row(t), trial.filter);
    if (t % kFar != 0 || t + kFar >= all.truth.rows()) continue;
    SignalFilter ahead = filter;
    for (Index h = 1; h <= kFar; ++h) {
      ahead.predict(times[t + h]);
      if (h == kNear) count(ahead.mean(), ahead.variance(), all.truth.row(t + h), trial.near);
    }
    count(ahead.mean(), ahead.variance(), all.truth.row(t + kFar), trial.far);
  }
}

}  // namespace

ZooTrial zoo_trial(const ZooSystem& system, double noise, Rng& rng) {
  const Simulation all = simulate(system, {.rows = kKnown + kAfter, .noise = noise}, rng);
  const Simulation known = rows_between(all, 0, kKnown);
  const RowVector spread =
      (all.truth.rowwise() - all.truth.colwise().mean()).array().square().colwise().mean();
  const auto mean_square = [&](const Matrix& estimate) {
    return (estimate - known.truth).cwiseAbs2().colwise().mean().cwiseQuotient(spread).mean();
  };
  SignalModel model = learn_signal_model({known.observed}, {.threads = 1}).model;
  const Estimate estimate = smooth(model, known.observed, {.threads = 1});
  ZooTrial trial{.raw = mean_square(known.observed.values),
                 .smoothed = mean_square(estimate.mean),
                 .known = std::numeric_limits<double>::quiet_NaN(),
                 .claimed = estimate.variance.colwise().mean().cwiseQuotient(spread).mean()};
  count(estimate.mean, estimate.variance, known.truth, trial.smoother);
  go_on(model, all, trial);
  for (const SignalLaw& law : model.laws)
    trial.families += concat(trial.families.empty() ? "" : ", ", law.family);
  const bool by_law = !model.laws.empty();
  model.laws.clear();
  trial.structural =
      by_law ? mean_square(smooth(model, known.observed, {.threads = 1}).mean) : trial.smoothed;
  const EquationsOfMotion equations = equations_of(system);
  if (class_of(equations) == ZooClass::polynomial)
    trial.known = mean_square(smoothed_by_known_law(equations, known));
  return trial;
}

}  // namespace elto::experiments
