// SPDX-License-Identifier: Apache-2.0
// Periods in a series, by its periodogram: of a channel that is interpolated onto a regular grid,
// each power over the median of those around it, so that neither a trend nor a random walk looks
// like a season.
#pragma once

#include <optional>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/model/linear_model.hpp"

namespace elto {

struct Period {
  double length = 0.0;      ///< in units of time
  Index harmonics = 1;      ///< worth having, at most 6
  double prominence = 0.0;  ///< largest power among them over the power around it
  double resolution = 0.0;  ///< share of the length by which the series can tell periods apart
};

/// The most prominent one that the series holds at least three times; its fundamental, if harmonics
/// are all that stands out. Nothing for fewer than eight entries.
std::optional<Period> find_period(const Rows& rows);

/// The small multiple of a period that is a season too, as the week is of the day: after so many
/// periods changes from one to the next come again. They hold neither the period nor what moves
/// slowly, and a few repetitions are enough. Nothing if it may be chance.
std::optional<Index> find_multiple(const Rows& rows, double period);

/// The highest harmonic of a period that stands out so far, from 1 to 6.
Index harmonics_at(const Rows& rows, double period, double prominence);
inline constexpr double kHarmonicProminence = 6.0;  ///< of noise in one case of a hundred
inline constexpr double kFaintProminence = 3.0;     ///< of noise in one of ten

/// From here on a period is worth trying as a season: white noise of a thousand rows has such power
/// in two cases of a hundred.
inline constexpr double kSeasonProminence = 10.0;

}  // namespace elto
