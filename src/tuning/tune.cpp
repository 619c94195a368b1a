// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/tune.hpp"

#include <cmath>
#include <optional>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/model/learn.hpp"
#include "elto/tuning/fixed_noise_objective.hpp"

namespace elto {
namespace {

/// exp(z) times the odds of p: stays between 0 and 1.
double with_odds(double p, double z) {
  return p / (p + (1.0 - p) * std::exp(-z));
}

bool can_be_tuned(double memory) {
  return memory > 0.0 && memory < 1.0;
}

/// The coordinates of the search: noise parameters, then logarithms of what else is tuned, each
/// over the given value; of memory factors those of the odds.
class SearchSpace {
 public:
  SearchSpace(const Model& model, const TuneOptions& options)
      : model_(model), noise_(to_parameters(model.noise, model.noise_structure)) {
    Index next = noise_.size();
    const auto place = [&](Index count) {
      return count > 0 ? std::exchange(next, next + count) : kNowhere;
    };
    const auto& [window, alpha, beta, threshold] = model.adaptation;
    ridges_ = place(options.ridges ? 2 : 0);
    scales_ = place(options.scales ? 2 : 0);
    alpha_ = place(options.memory && can_be_tuned(alpha) ? 1 : 0);
    beta_ = place(options.memory && can_be_tuned(beta) ? 1 : 0);
    size_ = next;
  }

  Vector start() const {
    Vector point = Vector::Zero(size_);
    point.head(noise_.size()) = noise_;
    return point;
  }

  NoiseModel noise(const Vector& point) const {
    return noise_from_parameters(point.head(noise_.size()), model_.noise_structure,
                                 model_.noise.process_factor.rows(),
                                 model_.noise.measurement_factor.rows());
  }

  Ridges ridges(const Vector& point) const {
    Ridges ridges{model_.operator_options.transition_ridge,
                  model_.operator_options.observation_ridge};
    if (ridges_ != kNowhere) {
      ridges.transition *= std::exp(point[ridges_]);
      ridges.observation *= std::exp(point[ridges_ + 1]);
    }
    return ridges;
  }

  /// The model at a point; operators are learned again only if they change.
  Model model(const Vector& point) const {
    OperatorOptions operators = model_.operator_options;
    const Ridges tuned = ridges(point);
    operators.transition_ridge = tuned.transition;
    operators.observation_ridge = tuned.observation;
    if (scales_ != kNowhere) {
      operators.state_kernel = rescaled(operators.state_kernel, std::exp(point[scales_]));
      operators.observation_kernel =
          rescaled(operators.observation_kernel, std::exp(point[scales_ + 1]));
    }
    const bool changed = ridges_ != kNowhere || scales_ != kNowhere;
    Model result = changed ? with_operators(model_, operators) : model_;
    result.noise = noise(point);
    auto& [window, alpha, beta, threshold] = result.adaptation;
    if (alpha_ != kNowhere) alpha = with_odds(alpha, point[alpha_]);
    if (beta_ != kNowhere) beta = with_odds(beta, point[beta_]);
    return result;
  }

 private:
  static constexpr Index kNowhere = -1;

  const Model& model_;
  Vector noise_;
  Index ridges_, scales_;  // where they begin, two each
  Index alpha_, beta_;
  Index size_;
};

std::vector<ValidationSequence> sequences_of(const std::vector<Series>& validation,
                                             const TuneOptions& options) {
  std::vector<ValidationSequence> sequences;
  for (std::size_t i = 0; i < validation.size(); ++i) {
    const Matrix& rows = validation[i].values;
    const bool own_target = options.objective == Objective::prediction_error;
    sequences.push_back({rows, own_target ? rows : options.targets[i]});
  }
  return sequences;
}

}  // namespace

void validate(const TuneOptions& options, const std::vector<Series>& validation) {
  validate(options.search);
  require(!validation.empty(), "validation", "at least 1 series", validation.size());
  for (const Series& series : validation) validate(series, "validation");
  if (options.objective == Objective::prediction_error) return;
  require(options.targets.size() == validation.size(), "targets",
          concat(validation.size(), ", one per validation series"), options.targets.size());
  for (std::size_t i = 0; i < validation.size(); ++i) {
    const Matrix& target = options.targets[i];
    const Matrix& rows = validation[i].values;
    require(target.rows() == rows.rows() && target.cols() == rows.cols(), "target",
            concat(rows.rows(), " x ", rows.cols(), " as the validation series"),
            concat(target.rows(), " x ", target.cols()));
  }
}

TuneResult tune(const Model& model, const std::vector<Series>& validation,
                const TuneOptions& options) {
  validate(options, validation);
  const auto& [window, alpha, beta, threshold] = model.adaptation;
  require(
      !options.memory || can_be_tuned(alpha) || can_be_tuned(beta), "tuning.memory",
      "false unless adaptation.measurement_memory or adaptation.process_memory is between 0 and "
      "1, to begin with",
      options.memory);
  for (const Series& series : validation)
    require(series.dimension() == model.dimension(), "validation columns",
            concat(model.dimension(), " as in the model"), series.dimension());
  const SearchSpace space(model, options);
  const auto sequences = sequences_of(validation, options);
  const Vector start = space.start();

  // As long as noise, kernels and initial belief stay fixed along a series, a candidate need not
  // cost anything that grows with the training data.
  const bool belief_moves = options.ridges && model.initial.points.size() > 0;
  std::optional<FixedNoiseObjective> fast;
  if (!model.adaptation.active() && !options.scales && !belief_moves)
    fast.emplace(model, sequences);
  const auto objective = [&](const Vector& point) {
    if (fast) return (*fast)(space.noise(point), space.ridges(point), options.objective);
    return validation_error(space.model(point), sequences, options.objective);
  };

  TuneResult result{model, objective(start), minimize(objective, start, options.search)};
  if (result.search.value < result.initial) result.model = space.model(result.search.point);
  return result;
}

TuneResult tune(const Model& model, const Series& validation, const TuneOptions& options) {
  return tune(model, std::vector<Series>{validation}, options);
}

}  // namespace elto
