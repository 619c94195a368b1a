// SPDX-License-Identifier: Apache-2.0
// How good forecasts of a channel have been where the answer is known: from origins in the later
// part of a series, each by the rows up to it and by parameters learned from the rows before all of
// them. What bands have held there widens or narrows those of forecasts to come,
//   f(h)^2 = (n0 + n(h) m(h)) / (n0 + n(h))
// with m the mean square of errors over what the model claims, n how many stretches of h steps
// there are side by side, and n0 what the model's own word weighs.
#pragma once

#include <limits>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/filter/forecast.hpp"

namespace elto {

struct Backtest {
  Index origins = 0;              ///< 0: there were too few rows
  std::vector<Index> ahead = {};  ///< steps after an origin, ascending
  Vector count = {};              ///< entries foreseen so far ahead; of the others, NaN where 0
  Vector error = {};              ///< root mean square, in the units of the data
  Vector last_value = {};         ///< of taking the last entry again
  Vector season_ago = {};         ///< of taking the entry one season before; empty: no season
  double season = 0.0;            ///< in steps; the longest
  Vector held = {};               ///< share of entries in the model's own bands of 95 %
  Vector factor = {};             ///< f, of standard deviations

  bool empty() const { return origins == 0; }
  /// To other units of the data.
  void scale(double unit);
  /// f so many steps ahead, also where it was not tried; 1 without any origins.
  double band_factor(Index steps) const;
};

/// The bands of each channel, of what will be measured, by what its backtest says. The forecast's
/// noise levels are those of its channels.
void calibrate(Forecast& ahead, const std::vector<Backtest>& backtests);

/// Over all steps ahead, each as often as it was tried.
double root_mean_square(const Backtest& backtest, const Vector& errors);
double share_held(const Backtest& backtest);

}  // namespace elto
