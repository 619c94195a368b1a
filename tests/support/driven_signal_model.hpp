// SPDX-License-Identifier: Apache-2.0
// The small signal model with two inputs that act on its first channel, one with a lag, and a
// series that suits it.
#pragma once

#include <cmath>

#include "elto/core/random.hpp"

#include "support/small_signal_model.hpp"

namespace elto::testing {

inline SignalModel driven_signal_model() {
  SignalModel model = small_signal_model();
  model.inputs = {"heat", "flow"};
  model.parts[0].effects = {{.input = 1, .gain = 0.8, .centre = 3.0},
                            {.input = 0, .gain = -0.3, .centre = 1.0, .lag = 2.0}};
  model.parts[0].gain_covariance = Matrix{{0.02, 0.005}, {0.005, 0.01}};
  return model;
}

inline Series driven_signal_series(Index rows = 80) {
  Series series = small_signal_series(rows);
  Rng rng(18);
  series.inputs = {Matrix(rows, 2), {"heat", "flow"}};
  for (Index t = 0; t < rows; ++t)
    series.inputs.values.row(t) << 1.0 + std::sin(0.3 * static_cast<double>(t)), 3.0 + rng.normal();
  return series;
}

}  // namespace elto::testing
