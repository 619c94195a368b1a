// SPDX-License-Identifier: Apache-2.0
// A state model of a Lorenz-96 series, learned in no time.
#pragma once

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
  examples.dependence.resize(static_cast<std::size_t>(rows.cols()));
  if (learns) examples.dependence = on_all_inputs(order * rows.cols(), rows.cols());
  return examples;
}

inline StateModel small_state_model(Index rows = 300, Index dimension = 4, Index order = 1) {
  return learn_state_model(state_examples(lorenz96(rows, dimension, 0.1, 1).noisy, order), {});
}

}  // namespace elto::testing
