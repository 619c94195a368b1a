// SPDX-License-Identifier: Apache-2.0
// A state model of a Lorenz-96 series, learned in no time.
#pragma once

#include "elto/core/random.hpp"
#include "elto/model/state_model.hpp"

#include "support/lorenz96.hpp"

namespace elto::testing {

/// What a model of noisy rows is learned from: paths by the trend, and either every input for every
/// output or none.
inline StateExamples state_examples(const Matrix& rows, Index order = 1, bool learns = true) {
  StateExamples examples;
  examples.scaling = standardisation_of({rows});
  const Matrix standardised = examples.scaling.apply(rows);
  examples.trend = fit_local_trend({standardised});
  examples.states = difference_states({smooth(examples.trend, standardised).position}, order);
  if (learns)
    examples.groups =
        group_outputs(examples.states.states, on_all_inputs(order * rows.cols(), rows.cols()));
  return examples;
}

/// The same for rows that are two latent channels and their differences, mixed.
inline StateExamples latent_examples(const Matrix& rows, Index order = 1, bool learns = true) {
  constexpr Index kLatent = 2;
  StateExamples examples = state_examples(rows, order, learns);
  const Matrix path = smooth(examples.trend, examples.scaling.apply(rows)).position;
  examples.states = difference_states({path.leftCols(kLatent)}, order);
  examples.groups.clear();
  if (learns)
    examples.groups =
        group_outputs(examples.states.states, on_all_inputs(order * kLatent, kLatent));
  const RowVector& noise = examples.trend.noise;
  examples.loading = {.observation = 0.5 * Rng(1).normal(rows.cols(), order * kLatent),
                      .noise = noise.head(kLatent),
                      .rest = noise};
  return examples;
}

inline StateModel small_state_model(Index rows = 300, Index dimension = 4, Index order = 1) {
  return learn_state_model(state_examples(lorenz96(rows, dimension, 0.1, 1).noisy, order), {});
}

/// A trend of each channel that hardly ever changes, observed with noise 0.1; a block each.
inline StateModel resting_state_model(Index channels) {
  StateModel model;
  for (Index j = 0; j < channels; ++j)
    model.blocks.push_back({.state = 2 * j,
                            .move = j,
                            .channel = j,
                            .law = Matrix{{1.0, 1.0}, {0.0, 1.0}},
                            .entry = Matrix{{0.0}, {1.0}},
                            .observation = Matrix{{1.0, 0.0}},
                            .process = 1e-10 * Matrix::Identity(2, 2),
                            .covariance = 0.01 * Matrix::Identity(2, 2)});
  model.scaling = {RowVector::Zero(channels), RowVector::Ones(channels)};
  model.map.inputs = 2 * channels;
  model.map.outputs = channels;
  model.noise = RowVector::Constant(channels, 0.01);
  model.mean = Vector::Zero(2 * channels);
  model.bands = BandFactors(channels);
  return model;
}

/// The last channel wakes up in the middle.
inline NoisySeries waking_series(Index rows, Index channels) {
  Matrix clean = Matrix::Zero(rows, channels);
  for (Index t = rows / 2; t < rows; ++t)
    clean(t, channels - 1) = 2.0 * (1.0 - std::cos(0.1 * static_cast<double>(t - rows / 2)));
  return {clean, clean + 0.1 * Rng(3).normal(rows, channels)};
}

}  // namespace elto::testing
