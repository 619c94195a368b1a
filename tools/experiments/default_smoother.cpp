// SPDX-License-Identifier: Apache-2.0
#include "experiments/default_smoother.hpp"

#include "elto/filter/state_smoother.hpp"
#include "elto/tuning/fit_state_model.hpp"

namespace elto::experiments {

Matrix smoothed_by_default_model(const Series& rows, const Effort& effort) {
  const StateFitOptions options{
      .evaluations = effort.evaluations, .seed = effort.seed, .threads = 1};
  return smooth(fit_state_model({rows}, options).model, rows).mean;
}

}  // namespace elto::experiments
