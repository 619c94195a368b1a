// SPDX-License-Identifier: Apache-2.0
// What the standard deviations of a model's estimates are multiplied by, channel by channel, so
// that its bands hold as much of the truth as they claim (measured while it is fitted,
// tuning/fit_state_model.hpp). A model is wrong in another measure about what it knows now, about
// what later rows tell of it, and about what is to come.
#pragma once

#include <array>

#include "elto/core/types.hpp"

namespace elto {

/// So many rows after the last one that was taken forecasts have factors of their own.
inline constexpr std::array<Index, 2> forecast_horizons = {5, 20};

struct BandFactors {
  RowVector filter;    ///< D, given the rows so far; and of the next row
  RowVector lag;       ///< D, given a few more (filter/lag_smoother.hpp)
  RowVector smoother;  ///< D, given all
  Matrix forecast;     ///< a row for each of forecast_horizons

  BandFactors() = default;
  /// Bands are left alone.
  explicit BandFactors(Index channels);

  /// Of a channel of which nothing was taken for so many rows: that of the filter up to 1, the last
  /// of the forecasts from its horizon on, and between two of them by powers.
  double unseen_for(Index rows, Index channel) const;
};

}  // namespace elto
