// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/tune_state_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/filter/state_filter.hpp"
#include "elto/filter/state_likelihood.hpp"

namespace elto {
namespace {

constexpr Index kNoiseCoordinates = 3, kTrendCoordinates = 4;
constexpr double kForever = 1.0 - 1e-9;  // the largest persistence

/// How many coordinates are searched, from the first on. A map needs all of them. Without one, and
/// with states of first order, the drift is the velocity of a trend: it stays.
Index coordinates_of(const StateExamples& examples) {
  const bool learns =
      std::ranges::any_of(examples.dependence, [](const auto& inputs) { return !inputs.empty(); });
  if (learns) return 8;
  return examples.states.order == 1 ? kNoiseCoordinates : kTrendCoordinates;
}

/// What a model without a map does not need comes last.
Vector point_of(const StateModelOptions& options) {
  const StateMapOptions& map = options.map;
  const double odds = options.persistence / (1.0 - options.persistence);
  return Vector{{options.process, options.trend, options.noise, odds, map.scale, map.linear_ridge,
                 map.quadratic_ridge, map.radial_ridge}}
      .array()
      .log();
}

StateModelOptions options_at(const Vector& point, StateModelOptions options) {
  constexpr double kFarthest = 30.0;  // beyond, exponentials are no numbers to compute with
  const Vector number = point.cwiseMax(-kFarthest).cwiseMin(kFarthest).array().exp();
  options.process = number[0];
  options.trend = number[1];
  options.noise = number[2];
  if (point.size() == kNoiseCoordinates) return options;
  options.persistence = std::clamp(number[3] / (1.0 + number[3]), 1.0 - kForever, kForever);
  if (point.size() == kTrendCoordinates) return options;
  options.map.scale = number[4];
  options.map.linear_ridge = number[5];
  options.map.quadratic_ridge = number[6];
  options.map.radial_ridge = number[7];
  return options;
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
    StateFilter belief(model);
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

TunedStateModel tune_state_model(const StateExamples& examples, const std::vector<Series>& held_out,
                                 const StateModelOptions& given, const MinimizeOptions& search) {
  validate(given);
  StateModelOptions start = given;
  const Index coordinates = coordinates_of(examples);
  if (coordinates == kNoiseCoordinates) start.persistence = kForever;
  const auto score = [&](const Vector& point) {
    return state_model_score(learn_state_model(examples, options_at(point, start)), held_out);
  };
  const bool learns =
      std::ranges::any_of(examples.dependence, [](const auto& inputs) { return !inputs.empty(); });
  Vector origin = point_of(start);
  if (!learns) origin.conservativeResize(kNoiseCoordinates);
  TunedStateModel tuned;
  tuned.initial = tuned.score = score(origin);
  tuned.options = start;
  tuned.search = minimize(score, origin, search);
  if (tuned.search.value < tuned.initial) {
    tuned.score = tuned.search.value;
    tuned.options = options_at(tuned.search.point, start);
  }
  tuned.model = learn_state_model(examples, tuned.options);
  return tuned;
}

}  // namespace elto
