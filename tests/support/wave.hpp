// SPDX-License-Identifier: Apache-2.0
// Two channels that swing, and a model that is learned from them in an instant.
#pragma once

#include <cmath>

#include "elto/model/model.hpp"

namespace elto::testing {

inline Matrix wave(Index rows) {
  Matrix truth(rows, 2);
  for (Index t = 0; t < rows; ++t)
    truth.row(t) << std::sin(0.2 * double(t)), std::cos(0.2 * double(t));
  return truth;
}

inline ModelOptions instant_model() {
  ModelOptions options;
  options.operators.rank.max_rank = 20;
  options.spectral.epochs = 20;
  options.noise.blocks = 2;
  return options;
}

}  // namespace elto::testing
