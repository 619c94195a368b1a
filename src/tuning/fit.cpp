// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/fit.hpp"

#include <algorithm>
#include <cmath>

#include "elto/core/error.hpp"
#include "elto/model/learn.hpp"

namespace elto {
namespace {

// How many of n are kept for learning; at least one on each side.
Index kept(Index n, double held_out) {
  const auto share = static_cast<Index>(std::lround((1.0 - held_out) * static_cast<double>(n)));
  return std::clamp<Index>(share, 1, n - 1);
}

}  // namespace

void validate(const FitOptions& options) {
  require(options.held_out > 0.0 && options.held_out < 1.0, "held_out", "between 0 and 1",
          options.held_out);
}

Model fit(const Series& series, const ModelOptions& model, const FitOptions& options) {
  validate(options);
  validate(series);
  const Index T = series.rows();
  require(T >= 2 * model.window + 2, "series length",
          concat("at least 2 * window + 2 = ", 2 * model.window + 2), T);
  const Index rows = kept(T, options.held_out);
  const Series training(series.values.topRows(rows), series.channels);
  const Series validation(series.values.bottomRows(T - rows), series.channels);
  return tune(learn(training, model), validation, options.tuning).model;
}

Model fit(const std::vector<Series>& sequences, const ModelOptions& model,
          const FitOptions& options) {
  validate(options);
  if (sequences.size() == 1) return fit(sequences.front(), model, options);
  require(!sequences.empty(), "sequences", "at least 1", sequences.size());
  const auto training =
      sequences.begin() + kept(static_cast<Index>(sequences.size()), options.held_out);
  return tune(learn({sequences.begin(), training}, model), {training, sequences.end()},
              options.tuning)
      .model;
}

}  // namespace elto
