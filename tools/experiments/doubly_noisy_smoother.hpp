// SPDX-License-Identifier: Apache-2.0
// The paper's filters where no clean rows are known (paper, section 4.4): tuned to give back the
// observed rows from noisier ones, they then smooth the observed ones. Kernels and window are those
// of the least error as Stein estimates it.
#pragma once

#include "elto/noise/noise_model.hpp"
#include "elto/series/series.hpp"

#include "experiments/contender.hpp"

namespace elto::experiments {

struct DoublyNoisySmoother {
  NoiseStructure noise = NoiseStructure::full;  ///< scalar: ELTO-KF
  double memory = 1.0;                          ///< alpha = beta

  /// T x D. deviations: of the noise in the observed rows.
  Matrix operator()(const Series& observed, const Series& noisier, const RowVector& deviations,
                    const Effort& effort) const;
};

}  // namespace elto::experiments
