// SPDX-License-Identifier: Apache-2.0
// What a simulated system gives: noisy observations and the truth behind them.
#pragma once

#include "elto/core/types.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// The time column of rows that are step apart, from 0.
TimeColumn regular_times(Index rows, double step);

struct Simulation {
  Series observed;  ///< T x D
  Matrix truth;     ///< T x D; empty for a recording, whose truth nobody knows
};

}  // namespace elto
