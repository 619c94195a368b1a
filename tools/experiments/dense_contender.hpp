// SPDX-License-Identifier: Apache-2.0
// The paper's filter with N x N matrices (baselines/dense_filter.hpp): the ablation without the
// scalar-block structure, and the measure of our speed.
#pragma once

#include <string>

#include "elto/baselines/dense_filter.hpp"

#include "experiments/operator_contender.hpp"

namespace elto::experiments {

/// With the operators and the naive noise of the settings, which must not be tuned.
Contender dense_contender(std::string name, const OperatorSettings& settings, NoiseForm form);

/// For its seconds only: tuning takes as long as filtering the validation rows as often as a search
/// evaluates; it is measured once and multiplied.
Contender dense_stopwatch(std::string name, const OperatorSettings& settings);

}  // namespace elto::experiments
