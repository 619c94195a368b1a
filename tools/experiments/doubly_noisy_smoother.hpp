// SPDX-License-Identifier: Apache-2.0
// The paper's filters where no clean rows are known (paper, section 4.4): tuned to give back the
// observed rows from noisier ones, they then smooth the observed ones.
#pragma once

#include "elto/noise/noise_model.hpp"
#include "elto/series/series.hpp"

#include "experiments/contender.hpp"

namespace elto::experiments {

struct DoublyNoisySmoother {
  NoiseStructure noise = NoiseStructure::full;  ///< scalar: ELTO-KF
  double memory = 1.0;                          ///< alpha = beta

  /// T x D. The kernels are rbf + linear: with rbf alone the error of Burgers' field was 1.8 times
  /// as large.
  Matrix operator()(const Series& observed, const Series& noisier, const Effort& effort) const;
};

}  // namespace elto::experiments
