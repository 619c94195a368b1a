// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/fit_doubly_noisy.hpp"

#include <utility>

#include "elto/core/error.hpp"
#include "elto/model/learn.hpp"

namespace elto {

Series doubly_noisy(const Series& observed, const RowVector& deviations, Rng& rng) {
  require(deviations.size() == observed.dimension(), "deviations",
          concat("one for each channel, ", observed.dimension()), deviations.size());
  require((deviations.array() >= 0.0).all(), "deviations", "at least 0", deviations.minCoeff());
  Series noisier = observed;
  noisier.values += rng.normal(observed.rows(), observed.dimension()) * deviations.asDiagonal();
  return noisier;
}

FitResult fit_doubly_noisy(const Series& observed, const Series& noisier, const ModelOptions& model,
                           TuneOptions tuning) {
  require(noisier.rows() == observed.rows() && noisier.dimension() == observed.dimension(),
          "noisier",
          concat("of the shape of the rows, ", observed.rows(), " x ", observed.dimension()),
          concat(noisier.rows(), " x ", noisier.dimension()));
  tuning.objective = Objective::posterior_error;
  tuning.targets = {observed.values};
  TuneResult tuned = tune(learn(observed, model), noisier, tuning);
  return {std::move(tuned.model), observed.rows(), tuned.initial, std::move(tuned.search)};
}

}  // namespace elto
