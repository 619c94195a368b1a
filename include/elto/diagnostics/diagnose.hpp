// SPDX-License-Identifier: Apache-2.0
// Whether an estimate can be believed, judged without the truth: the one-step innovations
//   e = y - predicted,   expected variance s = predicted_variance + noise_level^2,
// where the noise level is the one that comes with the estimate or, if none does, is measured on
// the raw series (diagnostics/noise_level.hpp).
#pragma once

#include <string>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/filter/filter.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// Honest: the ratio is within a factor 1.15 of 1, or inside the bounds that hold it in 95 of 100
/// cases, chi-squared with the number of judged values; that these values may be correlated is
/// ignored. Too wide needs a band_factor below 1 besides. Unknown: fewer than 10 values, or no
/// noise level.
enum class BandVerdict { unknown, honest, too_narrow, too_wide };

/// Of one channel, or of all together. All together is the root mean square over the channels;
/// removed, ratio and band_factor are averaged as ratios, so that units do not matter.
struct Consistency {
  double noise_level = 0.0;  ///< standard deviation of the measurement noise; NaN if unknown
  double error = 0.0;        ///< expected error of an estimated value: band_factor times the rms of
                             ///< its standard deviation; NaN if no row is judged
  double removed = 0.0;      ///< share of the noise that was removed, 1 - error / noise_level; >= 0
  double ratio = 0.0;        ///< sqrt of mean e^2 / s: 1 is consistent; NaN if unknown
  double band_factor = 1.0;  ///< what the bands must be multiplied by to be honest
                             ///< (diagnostics/calibration.hpp)
  double coverage = 0.0;     ///< share of innovations inside their 95% bounds; NaN if unknown
  BandVerdict bands = BandVerdict::unknown;  ///< of the predicted rows, noise included
};

struct Diagnostics {
  Matrix innovation;         ///< T x D, NaN where the row is missing
  Vector normalised_square;  ///< T, mean over the channels of e^2 / s; NaN where missing
  double upper_bound = 0.0;  ///< normalised_square of a consistent row lies between the bounds in
  double lower_bound = 0.0;  ///< 95 of 100 cases (chi-squared with D degrees of freedom, over D)
  std::vector<Consistency> channels;
  Consistency overall;
  Index judged_rows = 0;  ///< observed rows that the figures are taken from
};

struct DiagnoseOptions {
  Index first_row = 0;  ///< rows before it are shown but not judged: a filter has to settle
};
void validate(const DiagnoseOptions& options);

Diagnostics diagnose(const Series& series, const Estimate& estimate,
                     const DiagnoseOptions& options = {});

/// A few plain sentences: how much noise was removed, whether the bands are honest, and what to do.
std::vector<std::string> verdict(const Series& series, const Diagnostics& diagnostics);

}  // namespace elto
