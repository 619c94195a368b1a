// SPDX-License-Identifier: Apache-2.0
// The easy call: a model from observations, learned on their first part, tuned on the rest by
// one-step prediction error, which needs no truth, and its error bars calibrated there too
// (diagnostics/calibration.hpp).
#pragma once

#include <vector>

#include "elto/model/model.hpp"
#include "elto/series/series.hpp"
#include "elto/tuning/tune.hpp"

namespace elto {

struct FitOptions {
  double held_out =
      0.3;  ///< share of the rows (or of the sequences, if several) to tune on, in (0, 1)
  TuneOptions tuning = {.ridges = true};
};
void validate(const FitOptions& options);

struct [[nodiscard]] FitResult {
  Model model;
  Index learned_rows = 0;  ///< rows (of all sequences) that the model was learned from
  double initial = 0.0;    ///< one-step error on the held-out rows before tuning
  MinimizeResult search;   ///< how tuning went
};

FitResult fit_with_record(const Series& series, const ModelOptions& model = {},
                          const FitOptions& options = {});
/// Several sequences: the last ones are held out.
FitResult fit_with_record(const std::vector<Series>& sequences, const ModelOptions& model = {},
                          const FitOptions& options = {});

/// The model alone.
Model fit(const Series& series, const ModelOptions& model = {}, const FitOptions& options = {});
Model fit(const std::vector<Series>& sequences, const ModelOptions& model = {},
          const FitOptions& options = {});

}  // namespace elto
