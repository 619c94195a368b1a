// SPDX-License-Identifier: Apache-2.0
#include "experiments/doubly_noisy_smoother.hpp"

#include "elto/filter/filter.hpp"
#include "elto/tuning/choose_doubly_noisy.hpp"

namespace elto::experiments {

Matrix DoublyNoisySmoother::operator()(const Series& observed, const Series& noisier,
                                       const RowVector& deviations, const Effort& effort) const {
  ModelOptions model;
  model.noise.structure = noise;
  model.adaptation.measurement_memory = model.adaptation.process_memory = memory;
  TuneOptions tuning;
  tuning.ridges = true;
  tuning.search.evaluations = effort.evaluations;
  tuning.search.search.seed = effort.seed;
  tuning.search.threads = 1;
  const RatedSmoother chosen =
      choose_doubly_noisy(observed, noisier, deviations, smoother_candidates(model), tuning);
  return smooth(chosen.fit.model, observed, {.covariances = Covariances::variances}).mean;
}

}  // namespace elto::experiments
