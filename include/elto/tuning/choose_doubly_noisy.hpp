// SPDX-License-Identifier: Apache-2.0
// Kernels and windows of a smoother that is tuned without clean data (tuning/fit_doubly_noisy.hpp).
// Its objective cannot choose them: operators are learned from the very rows that are to be given
// back, and the richer they are the better they know the noise in these. Stein's estimate of the
// error does (diagnostics/stein_risk.hpp), with the operators learned anew from the changed rows.
#pragma once

#include <vector>

#include "elto/tuning/fit_doubly_noisy.hpp"

namespace elto {

/// Radial, radial + linear and quadratic kernels, each with windows of 1, 3 and 8 rows; the rest as
/// given.
std::vector<ModelOptions> smoother_candidates(const ModelOptions& rest);

struct RatedSmoother {
  ModelOptions options;
  FitResult fit;
  double risk = 0.0;  ///< estimated mean squared error of its smoothed rows
};

/// The candidate of the least risk, each tuned; those that the series is too short for are passed
/// over. deviations: of the noise in the observed rows, D of them.
RatedSmoother choose_doubly_noisy(const Series& observed, const Series& noisier,
                                  const RowVector& deviations,
                                  const std::vector<ModelOptions>& candidates,
                                  const TuneOptions& tuning);

}  // namespace elto
