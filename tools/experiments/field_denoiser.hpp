// SPDX-License-Identifier: Apache-2.0
// Ways to denoise a field of which nobody has seen a clean one, by their names in the tables.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "elto/systems/noisy_field.hpp"

#include "experiments/contender.hpp"

namespace elto::experiments {

struct FieldDenoiser {
  std::string name;
  /// Its truth is not looked at.
  std::function<Matrix(const NoisyField&, const Effort&)> denoise;
};

/// "Noisy" (nothing is done), the paper's filters tuned on doubly noisy data ("ELTO-KF", "ELTO-AKF
/// (1.0)" and "ELTO-AKF (0.7)" by their memory), the default model, a Gaussian filter, and a
/// truncated singular value decomposition. Models have a row for each place, as the paper's did.
const std::vector<FieldDenoiser>& field_denoisers();
/// Throws InvalidArgument for an unknown name.
const FieldDenoiser& field_denoiser(const std::string& name);

}  // namespace elto::experiments
