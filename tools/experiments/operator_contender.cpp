// SPDX-License-Identifier: Apache-2.0
#include "experiments/operator_contender.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "elto/model/learn.hpp"
#include "elto/tuning/tune.hpp"

namespace elto::experiments {
namespace {

// Naive noise: what pure adaptation begins with. With the widening, chosen once on tracks whose
// seeds no experiment uses.
constexpr double kProcess = 1e-2, kMeasurement = 1e-5, kRidge = 1e-6;
constexpr double kWidening = 0.01;

Kernel kernel_of(KernelShape shape, double scale) {
  switch (shape) {
    case KernelShape::matern32:
      return Matern32{.gamma = scale};
    case KernelShape::laplacian:
      return Laplacian{.gamma = scale};
    case KernelShape::rbf:
      break;
  }
  return Rbf{.gamma = scale};
}

// The paper's scale is one over the dimension.
Kernel kernel_of(KernelShape shape, Index dimension, double widening) {
  const double paper = 1.0 / static_cast<double>(dimension);
  // The Laplacian's distance is not squared.
  return kernel_of(shape,
                   paper * (shape == KernelShape::laplacian ? std::sqrt(widening) : widening));
}

std::vector<Series> observed(const std::vector<Simulation>& parts) {
  std::vector<Series> rows;
  rows.reserve(parts.size());
  for (const Simulation& part : parts) rows.push_back(part.observed);
  return rows;
}

std::vector<Matrix> truth(const std::vector<Simulation>& parts) {
  std::vector<Matrix> rows;
  rows.reserve(parts.size());
  for (const Simulation& part : parts) rows.push_back(part.truth);
  return rows;
}

TuneOptions tune_options(const Task& task, const OperatorSettings& settings, const Effort& effort) {
  TuneOptions options;
  if (settings.target == Target::truth) {
    options.objective = Objective::posterior_error;
    options.targets = truth(task.validation);
  }
  options.search = {.search = {.step_size = 1.0, .seed = effort.seed},
                    .evaluations = effort.evaluations,
                    .threads = 1};
  return options;
}

/// The squared error of each validation row, in the sense of the target.
Vector row_errors(const Model& model, const Task& task, Target target) {
  std::vector<double> errors;
  for (const Simulation& part : task.validation) {
    const Estimate estimate = filter(model, part.observed, {.covariances = Covariances::variances});
    const Matrix difference = target == Target::truth
                                  ? Matrix(estimate.mean - part.truth)
                                  : Matrix(estimate.predicted - part.observed.values);
    for (Index t = 0; t < difference.rows(); ++t) errors.push_back(difference.row(t).squaredNorm());
  }
  return Eigen::Map<const Vector>(errors.data(), std::ssize(errors));
}

/// Whether the richer model is better by more than twice the standard error of the difference: a
/// richer model always looks a little better on what it was tuned on. Rows that follow each other
/// err alike, so batches are compared.
bool is_clearly_better(const Model& richer, const Model& simpler, const Task& task, Target target) {
  constexpr Index kBatches = 10;
  const Vector gain = row_errors(simpler, task, target) - row_errors(richer, task, target);
  const Index size = gain.size() / kBatches;
  if (size == 0) return false;
  const Vector batches =
      gain.head(size * kBatches).reshaped(size, kBatches).colwise().mean().transpose();
  const double mean = batches.mean();
  const double spread = std::sqrt((batches.array() - mean).square().sum() / (kBatches - 1.0));
  return mean > 2.0 * spread / std::sqrt(static_cast<double>(kBatches));
}

Model with_blocks(Model model, const OperatorSettings& settings) {
  const Matrix I = Matrix::Identity(settings.blocks, settings.blocks);
  model.noise = {model.noise.process_factor(0, 0) * I, model.noise.measurement_factor(0, 0) * I};
  model.noise_structure = settings.noise;
  return model;
}

Model with_scales(const Model& model, double state, double observation) {
  OperatorOptions operators = model.operator_options;
  operators.state_kernel = rescaled(operators.state_kernel, state);
  operators.observation_kernel = rescaled(operators.observation_kernel, observation);
  return with_operators(model, operators);
}

/// The scales of both kernels from a few, by short searches over one number each for the noise, and
/// the ridges. Scales within the search itself would mean to learn operators for every candidate.
Model with_best_scales(const Model& learned, const std::vector<Series>& rows, TuneOptions options) {
  constexpr std::array kStateScales{1.0, 10.0}, kObservationScales{1.0, 0.1};
  constexpr auto kPairs = std::ssize(kStateScales) * std::ssize(kObservationScales);
  options.search.evaluations = std::max<Index>(options.search.evaluations / kPairs, 1);
  Model best = learned;
  double smallest = std::numeric_limits<double>::infinity();
  for (const double state : kStateScales)
    for (const double observation : kObservationScales) {
      TuneResult result = tune(with_scales(learned, state, observation), rows, options);
      const double error = std::min(result.initial, result.search.value);
      if (!(error < smallest)) continue;
      smallest = error;
      best = std::move(result.model);
    }
  return best;
}

/// First the scales, then one number each for the noise, and the ridges; from there the blocks of
/// the noise, which are kept if they are clearly better.
Model tuned_model(const Model& learned, const Task& task, const OperatorSettings& settings,
                  const Effort& effort) {
  const std::vector<Series> rows = observed(task.validation);
  TuneOptions options = tune_options(task, settings, effort);
  options.ridges = true;
  options.search.evaluations = (effort.evaluations + 1) / 2;  // for the scales, and for the rest
  Model scalar = tune(with_best_scales(learned, rows, options), rows, options).model;
  if (settings.noise == NoiseStructure::scalar) return scalar;
  options.ridges = false;
  options.search.evaluations = effort.evaluations;
  const Model blocks = tune(with_blocks(scalar, settings), rows, options).model;
  return is_clearly_better(blocks, scalar, task, settings.target) ? blocks : scalar;
}

}  // namespace

Index rank_for(Index channels) {
  return channels < 100 ? 64 : 128;
}

Model learned_model(const Task& task, const OperatorSettings& settings) {
  const Index channels = task.training.front().dimension();
  ModelOptions options;
  options.window = settings.window;
  options.scaling = Scaling::none;
  options.operators = {.state_kernel = kernel_of(settings.kernel, settings.window, 1.0),
                       .observation_kernel = kernel_of(settings.kernel, channels, kWidening),
                       .transition_ridge = kRidge,
                       .observation_ridge = kRidge,
                       .rank = {.max_rank = rank_for(channels)}};
  options.noise = {.blocks = settings.blocks,
                   .structure = settings.tuned ? NoiseStructure::scalar : settings.noise,
                   .process = kProcess,
                   .measurement = kMeasurement};
  options.adaptation.measurement_memory = options.adaptation.process_memory = settings.memory;
  std::vector<Series> rows = task.training;
  if (!settings.tuned)  // nothing is tuned on them, so they can be learned from
    for (const Simulation& part : task.validation) rows.push_back(part.observed);
  return learn(rows, options);
}

Contender operator_contender(std::string name, const OperatorSettings& settings) {
  const auto compete = [settings](const Task& task, const Effort& effort) {
    double learning = 0.0, tuning = 0.0;
    const Model learned = timed(learning, [&] { return learned_model(task, settings); });
    const Model model = timed(tuning, [&] {
      return settings.tuned ? tuned_model(learned, task, settings, effort) : learned;
    });
    Outcome outcome = judged(
        [&](const Series& rows) {
          return filter(model, rows, {.covariances = Covariances::variances});
        },
        task);
    outcome.learning = learning;
    outcome.tuning = tuning;
    return outcome;
  };
  return {std::move(name), compete};
}

}  // namespace elto::experiments
