// SPDX-License-Identifier: Apache-2.0
// Where forecasts are tried: origins in the later part of a series, what was there so many steps
// after each, and how far off forecasts were.
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/filter/interventions.hpp"
#include "elto/filter/look_ahead.hpp"
#include "elto/model/linear_model.hpp"

namespace elto {

/// Sums over the entries foreseen from a block of origins (rows), so many steps ahead (columns).
struct ForecastErrors {
  Matrix count, squares, normalised, inside;

  ForecastErrors(Index blocks, Index horizons);
  /// Mean square a horizon, with all blocks or without one; NaN where nothing was foreseen.
  RowVector mean_square(Index without = -1) const;
};

class RollingOrigins {
 public:
  /// For steps of `step` after the last row; what was set aside is nothing that could be foreseen.
  RollingOrigins(const Rows& rows, const Interventions& aside, double step, Index steps);

  /// Whether there are enough rows to tell anything.
  bool possible() const { return blocks_ >= 3; }
  /// Models may be learned from what comes before.
  Index first() const { return origins_.front(); }
  const std::vector<Index>& origins() const { return origins_; }
  /// Steps ahead that are tried.
  const std::vector<Index>& ahead() const { return ahead_; }
  /// Those by which models are told apart: there are several stretches as long.
  Index compared() const { return compared_; }
  /// Stretches of so many steps side by side.
  double stretches(Index steps) const;

  ForecastErrors errors(const LinearModel& model, const std::vector<Jump>& jumps) const;
  /// Of taking an entry again: the last one before the origin, or the one a period before.
  ForecastErrors errors_of_last() const;
  ForecastErrors errors_of_season(double period) const;

 private:
  template <class Expect>
  ForecastErrors errors_of(const Expect& expect) const;
  void add(ForecastErrors& errors, const Foreseen& foreseen) const;

  Rows rows_;
  double step_;
  Index stride_ = 1, blocks_ = 0, compared_ = 0;
  double tried_ = 0.0;  // time from the first origin on
  std::vector<Index> origins_ = {}, ahead_ = {};
};

}  // namespace elto
