// SPDX-License-Identifier: Apache-2.0
// Tuning a denoiser without clean data (paper, section 4.4): noise of the same size is added to the
// observed rows, and the filter is tuned to give back the observed ones,
//   doubly noisy = observed + sigma z,   sum_t |filtered doubly noisy_t - observed_t|^2 least
// Operators are learned from the observed rows. What is denoised in the end are these.
#pragma once

#include "elto/core/random.hpp"
#include "elto/tuning/fit.hpp"

namespace elto {

/// deviations: sigma of each channel (D), at least 0.
Series doubly_noisy(const Series& observed, const RowVector& deviations, Rng& rng);

/// `tuning` with its own objective and targets. All rows are learned from; error bars are not
/// calibrated. Throws InvalidArgument for a series of another shape.
FitResult fit_doubly_noisy(const Series& observed, const Series& noisier,
                           const ModelOptions& model = {}, TuneOptions tuning = {});

}  // namespace elto
