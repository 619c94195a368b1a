// SPDX-License-Identifier: Apache-2.0
// A signal model with components of all kinds, and a series that suits it: times that are not
// regular, entries missing.
#pragma once

#include <cmath>

#include "elto/core/random.hpp"
#include "elto/model/signal_model.hpp"
#include "elto/series/series.hpp"

namespace elto::testing {

inline SignalModel small_signal_model() {
  return {
      .channels = {"trend", "season"},
      .parts = {{.family = "trend",
                 .model = LinearModel(
                     {{IntegratedWiener{.order = 2, .noise = 1e-3, .level_noise = 1e-3}}}, 0.05),
                 .offset = 7.0,
                 .scale = 2.0,
                 .step = 0.5,
                 .noise_evidence = 12.5},
                {.family = "level, cycle and season",
                 .model = LinearModel(
                     {{IntegratedWiener{.order = 1, .noise = 1e-2},
                       Cycle{.period = 9.0, .noise = 1e-3, .decay = 0.1, .learns_period = true},
                       Cycle{.period = 24.0, .harmonics = 3, .noise = 1e-5},
                       Matern{.order = 2, .variance = 0.1, .length = 5.0}}},
                     0.2),
                 .offset = -1.0,
                 .scale = 0.3,
                 .step = 0.5,
                 .intervenes = false}}};
}

inline Series small_signal_series(Index rows = 80) {
  Rng rng(17);
  Series series(Matrix(rows, 2), {"trend", "season"});
  series.time = {.name = "time", .values = Vector(rows), .labels = {}};
  double time = 100.0;
  for (Index t = 0; t < rows; ++t) {
    time += 0.3 + 0.4 * rng.uniform();
    series.time.values[t] = time;
    series.values(t, 0) = 7.0 + std::sin(0.1 * time) + 0.3 * rng.normal();
    series.values(t, 1) = -1.0 + 0.2 * std::cos(0.5 * time) + 0.1 * rng.normal();
    for (Index j = 0; j < 2; ++j)
      if (rng.uniform() < 0.1) series.values(t, j) = std::nan("");
  }
  return series;
}

}  // namespace elto::testing
