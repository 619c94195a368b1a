// SPDX-License-Identifier: Apache-2.0
// Whether an estimate can be believed, judged without the truth: the one-step innovations
//   e = y - predicted,   expected variance s = predicted_variance + noise_level^2,
// where the noise level is the one that comes with the estimate or, if none does, is measured on
// the raw series (diagnostics/noise_level.hpp). Of an estimate in hindsight that tells what all
// others say of an entry, e and s are of that: it is what its bands are about.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/diagnostics/normalised_errors.hpp"
#include "elto/diagnostics/skill.hpp"
#include "elto/diagnostics/whiteness.hpp"
#include "elto/filter/filter.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// Prediction errors that are correlated by so much say that the model does not suit.
inline constexpr double kUnsuited = 0.25;

/// Of the bands of the estimate. Honest: sqrt(NIS) is within a factor 1.15 of 1, or NIS is inside
/// its bounds, which ignore that innovations of a wrong model are correlated; band_factor is at
/// most 1.15; and there is no reason for doubt. Too wide needs a band_factor below 1 besides.
/// Doubtful: values fell as expected, but the model misses how the series moves, or its noise may
/// be movement, and then nothing follows for the estimate. Unknown: fewer than 10 values, no noise
/// level, hardly any noise, or a channel that never changes. Of all together: the worst of the
/// channels.
enum class BandVerdict { unknown, honest, too_wide, doubtful, too_narrow };

/// What can be said of the noise of a channel.
enum class NoiseKind {
  measured,
  unknown,      ///< fewer than 10 values, or no noise level
  constant,     ///< the channel never changes
  hardly_any,   ///< less than a hundredth of how far values spread
  independent,  ///< rows tell nothing of each other: noise around a level, or a signal like that
  ambiguous,    ///< the rows are as likely without any: it may be movement
};

/// Entries by what became of them in hindsight.
struct SetAside {
  Index outliers = 0, jumps = 0, stuck = 0;
  Index stuck_stretches = 0;  ///< runs of stuck entries

  bool any() const { return outliers + jumps + stuck > 0; }
  SetAside& operator+=(const SetAside& other);
};

/// Of one channel, or of all together. All together is the root mean square over the channels;
/// removed, of channels whose noise is measured, and band_factor are averaged as ratios, so that
/// units do not matter. Its whiteness is that of the least white channel, with a p-value times the
/// number of channels (Bonferroni).
struct Consistency {
  double noise_level = 0.0;  ///< standard deviation of the measurement noise; NaN if unknown
  double error = 0.0;        ///< expected error of an estimated value: band_factor times the rms of
                             ///< its standard deviation; NaN if no row is judged
  double removed = 0.0;      ///< share of the noise that was removed, 1 - error / noise_level; >= 0
  MeanSquare nis = {};       ///< mean of e^2 / s
  double band_factor = 1.0;  ///< what the bands must be multiplied by to be honest
                             ///< (diagnostics/calibration.hpp)
  Coverage coverage = {};    ///< of the measured values, by bands around their predictions
  BandVerdict bands = BandVerdict::unknown;
  Whiteness whiteness = {};     ///< of e / sqrt(s)
  Skill against_last_row = {};  ///< of the predictions, see diagnostics/skill.hpp
  Skill against_trend = {};
  NoiseKind noise = NoiseKind::measured;
  Index judged = 0;      ///< values that the figures are taken from
  double spread = 0.0;   ///< standard deviation of these values
  double changed = 0.0;  ///< root mean square of what the estimate differs from them by
  /// Square of the deviations from what all others say, over that from their mean, less than 1 by
  /// so much; NaN where entries were not left out.
  double explained = std::numeric_limits<double>::quiet_NaN();
  SignalTraits traits = {};  ///< as in the estimate
  SetAside set_aside = {};
};

struct [[nodiscard]] Diagnostics {
  Matrix innovation;         ///< T x D, e; NaN where the row is missing
  Matrix expected_variance;  ///< T x D, s
  Vector normalised_square;  ///< T, mean over the channels of e^2 / s; NaN where missing
  double upper_bound = 0.0;  ///< normalised_square of a consistent row lies between the bounds in
  double lower_bound = 0.0;  ///< 95 of 100 cases (chi-squared with D degrees of freedom, over D)
  std::vector<Consistency> channels;
  Consistency overall;
  Index judged_rows = 0;                ///< observed rows that the figures are taken from
  std::optional<GateCounts> gate = {};  ///< as in the estimate
  bool by_left_out = false;  ///< judged by entries that all others predict, not by those before
};

struct DiagnoseOptions {
  Index first_row = 0;  ///< rows before it are shown but not judged: a filter has to settle
};
void validate(const DiagnoseOptions& options);

Diagnostics diagnose(const Series& series, const Estimate& estimate,
                     const DiagnoseOptions& options = {});

}  // namespace elto
