// SPDX-License-Identifier: Apache-2.0
// The paper's own contenders, ELTO-KF and ELTO-AKF, with its scalar observable and its kernels.
// What is not the paper's: the scales of the kernels and the ridges are tuned too, starting at
// kernels a hundred times as wide as the paper's in the observations (kWidening), because with the
// paper's no test row of a track lies within reach of the training rows.
#pragma once

#include <string>

#include "elto/features/kernel.hpp"
#include "elto/model/model.hpp"

#include "experiments/contender.hpp"

namespace elto::experiments {

enum class KernelShape { rbf, matern32, laplacian };

struct OperatorSettings {
  Index window = 5;                             ///< h
  KernelShape kernel = KernelShape::rbf;        ///< of states and observations
  NoiseStructure noise = NoiseStructure::full;  ///< scalar: ELTO-KF
  Index blocks = 5;                             ///< k
  double memory = 1.0;                          ///< alpha = beta
  bool tuned = true;                            ///< false: naive noise, pure adaptation
  Target target = Target::truth;
};

/// Features for so many channels: a filter cannot pass on more of a row than it has features.
Index rank_for(Index channels);

Contender operator_contender(std::string name, const OperatorSettings& settings);

/// As far as it is learned: what the dense contenders take over.
Model learned_model(const Task& task, const OperatorSettings& settings);

}  // namespace elto::experiments
