// SPDX-License-Identifier: Apache-2.0
#include "elto/model/learn.hpp"

#include <utility>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"
#include "elto/features/gram.hpp"

#include "linalg/single_threaded_blas.hpp"

namespace elto {
namespace {

LatentStates latent_states(const Matrix& Y, const DelayWindows& windows,
                           const ModelOptions& options) {
  const Kernel kernel = resolved(options.operators.observation_kernel, Y);
  const Matrix K = gram(kernel, Y, evenly_spaced_rows(Y, options.spectral.landmarks));
  return learn_latent_states(K, windows, options.spectral);
}

Matrix basis_points(const ModelOptions& options, Index state_dimension) {
  if (options.initial == InitialBelief::stationary) return {};
  constexpr Index kBasisPoints = 200;
  return Rng(options.spectral.seed).uniform(kBasisPoints, state_dimension);
}

// Everything that follows from the states.
Model completed(Model model, const ModelOptions& options) {
  model.initial.points = basis_points(options, model.data.states.cols());
  model = with_operators(std::move(model), options.operators);
  require(options.noise.structure == NoiseStructure::scalar ||
              options.noise.blocks <= model.operators.transitions(),
          "noise.blocks",
          concat("at most the number of transitions ", model.operators.transitions()),
          options.noise.blocks);
  model.update = options.update;
  model.noise_structure = options.noise.structure;
  model.noise = initial_noise(options.noise, model.operators.samples());
  model.adaptation = options.adaptation;
  model.estimate_factor = model.prediction_factor = model.smoother_factor =
      RowVector::Ones(model.dimension());
  return model;
}

}  // namespace

void validate(const ModelOptions& options) {
  require(options.window >= 1, "window", "at least 1", options.window);
  validate(options.spectral, options.window);
  validate(options.operators);
  validate(options.noise);
  validate(options.adaptation);
}

Model learn(const Series& series, const ModelOptions& options) {
  return learn(std::vector<Series>{series}, options);
}

Model learn(const std::vector<Series>& sequences, const ModelOptions& options) {
  validate(options);
  link_single_threaded_blas();
  const std::vector<Matrix> runs = observed_runs(sequences);
  const DelayWindows windows = delay_windows(row_counts(runs), options.window);

  Model model;
  model.channels = sequences.front().channels;
  model.window = options.window;
  model.scaling = options.scaling == Scaling::standardise ? standardisation_of(runs)
                                                          : no_standardisation(runs.front().cols());
  const Matrix Y = model.scaling.apply(stacked(runs));
  LatentStates latent = latent_states(Y, windows, options);
  model.correlations = latent.correlations;
  model.data = {std::move(latent.states), paired_rows(windows, Y), windows.transitions};
  return completed(std::move(model), options);
}

Model learn_from_states(StateData data, const ModelOptions& options) {
  validate(options);
  Model model;
  model.scaling = no_standardisation(data.observations.cols());
  model.data = std::move(data);
  return completed(std::move(model), options);
}

Model with_operators(Model model, const OperatorOptions& options) {
  model.operator_options = options;
  model.operator_options.state_kernel = resolved(options.state_kernel, model.data.states);
  model.operator_options.observation_kernel =
      resolved(options.observation_kernel, model.data.observations);
  model.operators = learn_operators(model.data, model.operator_options);
  const Matrix points = model.initial.points;
  model.initial = points.size() > 0
                      ? basis_embedding(model.operators, model.data, model.operator_options, points)
                      : stationary_embedding(model.operators);
  return model;
}

}  // namespace elto
