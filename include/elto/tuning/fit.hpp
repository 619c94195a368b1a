// SPDX-License-Identifier: Apache-2.0
// The easy call: a model from observations, learned on their first part and tuned on the rest by
// one-step prediction error, which needs no truth.
#pragma once

#include <vector>

#include "elto/model/model.hpp"
#include "elto/series/series.hpp"
#include "elto/tuning/tune.hpp"

namespace elto {

struct FitOptions {
  double held_out =
      0.3;  ///< share of the rows (or of the sequences, if several) to tune on, in (0, 1)
  TuneOptions tuning = {};
};
void validate(const FitOptions& options);

Model fit(const Series& series, const ModelOptions& model = {}, const FitOptions& options = {});
/// Several sequences: the last ones are held out.
Model fit(const std::vector<Series>& sequences, const ModelOptions& model = {},
          const FitOptions& options = {});

}  // namespace elto
