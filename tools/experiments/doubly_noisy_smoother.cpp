// SPDX-License-Identifier: Apache-2.0
#include "experiments/doubly_noisy_smoother.hpp"

#include "elto/features/kernel.hpp"
#include "elto/filter/filter.hpp"
#include "elto/tuning/fit_doubly_noisy.hpp"

namespace elto::experiments {

Matrix DoublyNoisySmoother::operator()(const Series& observed, const Series& noisier,
                                       const Effort& effort) const {
  ModelOptions model;
  model.operators.state_kernel = Kernel(Rbf{}) + Kernel(Linear{});
  model.operators.observation_kernel = model.operators.state_kernel;
  model.noise.structure = noise;
  model.adaptation.measurement_memory = model.adaptation.process_memory = memory;
  TuneOptions tuning;
  tuning.ridges = true;
  tuning.search.evaluations = effort.evaluations;
  tuning.search.search.seed = effort.seed;
  tuning.search.threads = 1;
  const FitResult fitted = fit_doubly_noisy(observed, noisier, model, tuning);
  return smooth(fitted.model, observed, {.covariances = Covariances::variances}).mean;
}

}  // namespace elto::experiments
