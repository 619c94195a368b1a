// SPDX-License-Identifier: Apache-2.0
#include "experiments/dense_contender.hpp"

#include <utility>

namespace elto::experiments {
namespace {

/// The dense form of a model: what it has learned, and where it begins.
struct DenseModel {
  DenseOperators operators;
  DenseBelief initial;
  NoiseModel noise;
  DenseFilterOptions options;

  DenseModel(const Model& model, NoiseForm form)
      : operators(dense_operators(model.data, model.operator_options)),
        initial(dense_initial_belief(model)),
        noise(model.noise),
        options{model.adaptation, form} {}

  Estimate filter(const Series& rows) const {
    DenseEstimate dense = dense_filter(operators, initial, noise, rows.values, options);
    Estimate estimate;
    estimate.mean = std::move(dense.mean);
    estimate.predicted = std::move(dense.predicted);
    return estimate;
  }
};

}  // namespace

Contender dense_contender(std::string name, const OperatorSettings& settings, NoiseForm form) {
  const auto compete = [settings, form](const Task& task, const Effort&) {
    double learning = 0.0;
    const DenseModel model =
        timed(learning, [&] { return DenseModel(learned_model(task, settings), form); });
    Outcome outcome = judged([&](const Series& rows) { return model.filter(rows); }, task);
    outcome.learning = learning;
    return outcome;
  };
  return {std::move(name), compete};
}

Contender dense_stopwatch(std::string name, const OperatorSettings& settings) {
  const auto compete = [settings](const Task& task, const Effort& effort) {
    double learning = 0.0, evaluation = 0.0;
    const DenseModel model = timed(learning, [&] {
      return DenseModel(learned_model(task, settings), NoiseForm::scalar_block);
    });
    Task validation = task;
    validation.test = task.validation;
    evaluation =
        judged([&](const Series& rows) { return model.filter(rows); }, validation).filtering;
    Outcome outcome = judged([&](const Series& rows) { return model.filter(rows); }, task);
    outcome.learning = learning;
    outcome.tuning = evaluation * static_cast<double>(effort.evaluations);
    return outcome;
  };
  return {std::move(name), compete};
}

}  // namespace elto::experiments
