// SPDX-License-Identifier: Apache-2.0
// Noise for comparing filters: off-diagonal entries in both factors, so that no structure of the
// noise can be taken advantage of.
#pragma once

#include "elto/core/random.hpp"
#include "elto/noise/noise_model.hpp"

namespace elto::testing {

inline void disturb(NoiseModel& noise) {
  Rng rng(3);
  for (Matrix* factor : {&noise.process_factor, &noise.measurement_factor})
    for (Index i = 0; i < factor->rows(); ++i)
      for (Index j = 0; j < i; ++j) (*factor)(i, j) = 0.2 * rng.normal() * (*factor)(i, i);
}

}  // namespace elto::testing
