// SPDX-License-Identifier: Apache-2.0
// The Lorenz-96 series of systems/lorenz96.hpp in the one line that most tests need.
#pragma once

#include <cstdint>

#include "elto/core/types.hpp"
#include "elto/systems/lorenz96.hpp"

namespace elto::testing {

struct NoisySeries {
  Matrix clean, noisy;  ///< T x D
};

inline NoisySeries lorenz96(Index rows, Index dimension, double noise, std::uint32_t seed) {
  Rng rng(seed);
  const Simulation made =
      elto::lorenz96({.rows = rows, .dimension = dimension, .noise = noise}, rng);
  return {made.truth, made.observed.values};
}

/// Simulated once, for tests that learn.
inline const NoisySeries& lorenz() {
  static const NoisySeries series = lorenz96(1000, 5, 0.1, 1);
  return series;
}

}  // namespace elto::testing
