// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/tune_state_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/filter/state_filter.hpp"
#include "elto/filter/state_likelihood.hpp"
#include "elto/tuning/minimize.hpp"
#include "elto/tuning/minimize_smooth.hpp"

namespace elto {
namespace {

constexpr double kForever = 1.0 - 1e-9;  // the largest share
// Of R that adapts: the noise of rows to come may change though that of these did not.
constexpr double kLongestMemory = 0.98;
constexpr Index kPassesOfGradient = 3;  // of the filter, that a score with its gradient costs
constexpr double kFarthestOdds = 30.0;  // beyond, exponentials are no numbers to compute with

/// A number to be tuned: its logarithm is searched, or the logit if it is a share of a largest one.
struct Coordinate {
  double& (*of)(StateModelOptions&);
  double largest = 0.0;  // none

  double at(StateModelOptions options) const {
    const double number = of(options);
    if (largest == 0.0) return std::log(number);
    const double share = std::clamp(number / largest, 1.0 - kForever, kForever);
    return std::log(share / (1.0 - share));
  }
  void set(StateModelOptions& options, double at) const {
    const double odds = std::exp(std::clamp(at, -kFarthestOdds, kFarthestOdds));
    of(options) =
        largest == 0.0 ? odds : largest * std::clamp(odds / (1.0 + odds), 1.0 - kForever, kForever);
  }
  double derivative(StateModelOptions by, StateModelOptions options, double at) const {
    const double number = of(options);
    if (std::abs(at) > kFarthestOdds) return 0.0;
    return of(by) * number * (largest == 0.0 ? 1.0 : 1.0 - number / largest);
  }
};

bool learns(const StateExamples& examples) {
  return !examples.groups.empty();
}

/// Without a map, and with states of first order, the drift is the velocity of a trend: it stays.
bool drift_persists(const StateExamples& examples) {
  return !learns(examples) && examples.states.order == 1;
}

using Coordinates = std::vector<Coordinate>;

Coordinates coordinates_of(const StateExamples& examples, const StateModelOptions& start) {
  using Options = StateModelOptions;
  Coordinates chosen{{[](Options& o) -> double& { return o.process; }},
                     {[](Options& o) -> double& { return o.trend; }},
                     {[](Options& o) -> double& { return o.noise; }}};
  if (!drift_persists(examples))
    chosen.push_back({[](Options& o) -> double& { return o.persistence; }, 1.0});
  if (!learns(examples)) {
    if (start.memory.measurement < 1.0)
      chosen.push_back(
          {[](Options& o) -> double& { return o.memory.measurement; }, kLongestMemory});
    return chosen;
  }
  chosen.push_back({[](Options& o) -> double& { return o.map.scale; }});
  chosen.push_back({[](Options& o) -> double& { return o.map.linear_ridge; }});
  chosen.push_back({[](Options& o) -> double& { return o.map.quadratic_ridge; }});
  chosen.push_back({[](Options& o) -> double& { return o.map.radial_ridge; }});
  return chosen;
}

Vector point_of(const Coordinates& coordinates, const StateModelOptions& options) {
  Vector point(std::ssize(coordinates));
  std::ranges::transform(coordinates, point.begin(),
                         [&](const Coordinate& coordinate) { return coordinate.at(options); });
  return point;
}

StateModelOptions options_at(const Coordinates& coordinates, const Vector& point,
                             StateModelOptions options) {
  for (Index k = 0; k < point.size(); ++k)
    coordinates[static_cast<std::size_t>(k)].set(options, point[k]);
  return options;
}

/// By the exact gradient, which there is unless a map is learned: landmarks are picked anew with
/// the kernel scale. Options that were tuned on other rows may be where nearly all entries are
/// passed over and no direction is downhill: so it begins once more where nothing is tuned.
MinimizeResult downhill(const Coordinates& coordinates, const StateModelOptions& start,
                        const StateExamples& examples, const std::vector<Series>& held_out,
                        Index passes) {
  const auto score = [&](const Vector& point, Vector& gradient) {
    const StateModelOptions options = options_at(coordinates, point, start);
    StateModelOptions by;
    const double value = state_model_score(examples, options, held_out, by);
    for (Index k = 0; k < point.size(); ++k)
      gradient[k] = coordinates[static_cast<std::size_t>(k)].derivative(by, options, point[k]);
    return value;
  };
  const MinimizeSmoothOptions search{.evaluations = std::max<Index>(passes / kPassesOfGradient, 1)};
  StateModelOptions untuned;
  untuned.persistence = start.persistence;
  untuned.memory = start.memory;
  const Vector given = point_of(coordinates, start), anew = point_of(coordinates, untuned);
  MinimizeResult best = minimize_smooth(score, given, search);
  if (anew == given) return best;
  MinimizeResult other = minimize_smooth(score, anew, search);
  const Index evaluations = best.evaluations + other.evaluations;
  if (other.value < best.value) best = std::move(other);
  best.evaluations = evaluations;
  return best;
}

MinimizeResult all_around(const Coordinates& coordinates, const StateModelOptions& start,
                          const StateExamples& examples, const std::vector<Series>& held_out,
                          const StateTuningOptions& search) {
  const auto score = [&](const Vector& point) {
    const StateModelOptions options = options_at(coordinates, point, start);
    return state_model_score(learn_state_model(examples, options), held_out);
  };
  return minimize(score, point_of(coordinates, start),
                  {.search = {.seed = search.seed},
                   .evaluations = search.evaluations,
                   .threads = search.threads});
}

double entries_of(const std::vector<Series>& sequences) {
  Index entries = 0;
  for (const Series& series : sequences) entries += (!series.values.array().isNaN()).count();
  require(entries > 0, "sequences", "observed at least once", entries);
  return static_cast<double>(entries);
}

}  // namespace

Vector state_model_losses(const StateModel& model, const std::vector<Series>& sequences) {
  Index rows = 0;
  for (const Series& series : sequences) rows += series.rows();
  Vector losses = Vector::Constant(rows, std::numeric_limits<double>::infinity());
  Index row = 0;
  for (const Series& series : sequences) {
    StateFilter belief(model, LostChannels::stay_lost);
    double before = 0.0;
    for (Index t = 0; t < series.rows(); ++t) {
      belief.predict();
      if (!belief.update(series.values.row(t)).ok()) return losses;
      losses[row++] = before - belief.log_likelihood();
      before = belief.log_likelihood();
    }
  }
  return losses;
}

double state_model_score(const StateModel& model, const std::vector<Series>& sequences) {
  return state_model_losses(model, sequences).sum() / entries_of(sequences);
}

double state_model_score(const StateExamples& examples, const StateModelOptions& options,
                         const std::vector<Series>& sequences, StateModelOptions& derivatives) {
  const double weight = 1.0 / entries_of(sequences);
  const StateModelLesson lesson = study_state_model(examples, options);
  StateModel by_model = zero_like(lesson.model);
  double loss = 0.0;
  for (const Series& series : sequences) {
    loss += minus_log_likelihood(lesson.model, series, by_model);
    if (!std::isfinite(loss)) return loss;
  }
  derivatives = pull_back(examples, options, lesson, by_model);
  for (double* number : {&derivatives.process, &derivatives.trend, &derivatives.noise,
                         &derivatives.persistence, &derivatives.map.linear_ridge,
                         &derivatives.map.quadratic_ridge, &derivatives.map.radial_ridge,
                         &derivatives.memory.measurement, &derivatives.memory.process})
    *number *= weight;
  return weight * loss;
}

void validate(const StateTuningOptions& options) {
  require(options.evaluations >= 1, "evaluations", "at least 1", options.evaluations);
  require(options.threads >= 0, "threads", "at least 0", options.threads);
}

TunedStateModel tune_state_model(const StateExamples& examples, const std::vector<Series>& held_out,
                                 const StateModelOptions& given, const StateTuningOptions& search) {
  validate(given);
  validate(search);
  StateModelOptions start = given;
  if (drift_persists(examples)) start.persistence = kForever;
  const Coordinates coordinates = coordinates_of(examples, start);
  TunedStateModel tuned;
  tuned.options = start;
  tuned.initial = tuned.score = state_model_score(learn_state_model(examples, start), held_out);
  tuned.search = learns(examples)
                     ? all_around(coordinates, start, examples, held_out, search)
                     : downhill(coordinates, start, examples, held_out, search.evaluations);
  if (tuned.search.value < tuned.initial) {
    tuned.score = tuned.search.value;
    tuned.options = options_at(coordinates, tuned.search.point, start);
  }
  tuned.model = learn_state_model(examples, tuned.options);
  return tuned;
}

void let_noise_adapt(TunedStateModel& tuned, const StateExamples& examples,
                     const std::vector<Series>& held_out, const StateTuningOptions& search) {
  if (learns(examples)) {
    const StateModel constant = tuned.model;
    for (const double memory : {0.98, 0.95, 0.9}) {
      StateModel model = constant;
      model.memory.measurement = memory;
      const double score = state_model_score(model, held_out);
      if (score >= tuned.score) continue;
      tuned.score = score;
      tuned.options.memory = tuned.model.memory = model.memory;
    }
    return;
  }
  // So much per entry is paid to be ready for a change.
  constexpr double kPremium = 2e-2, kFirst = 0.95;
  StateModelOptions start = tuned.options;
  start.memory.measurement = kFirst;
  TunedStateModel adapting = tune_state_model(examples, held_out, start, search);
  if (adapting.score < tuned.score + kPremium) tuned = std::move(adapting);
}

void allow_for_noise(TunedStateModel& tuned, const std::vector<Series>& held_out) {
  // Less than two nats altogether may be chance; of a few rows that would be too much of each.
  constexpr double kChance = 2.0, kMostPerEntry = 5e-3, kStep = 1.1;
  const double most = tuned.score + std::min(kChance / entries_of(held_out), kMostPerEntry);
  for (;;) {
    StateModel model = tuned.model;
    model.noise *= kStep;
    const double score = state_model_score(model, held_out);
    if (!(score < most)) return;
    tuned.model = std::move(model);
    tuned.options.noise *= kStep;
    tuned.score = score;
  }
}

}  // namespace elto
