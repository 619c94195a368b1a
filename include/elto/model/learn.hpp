// SPDX-License-Identifier: Apache-2.0
// Learning a model from observations alone (paper, Algorithm 4 and appendix A): standardise, learn
// the latent states, regress the operators, embed the initial belief. The noise is left at its
// initial value; tuning it is fit()'s business.
#pragma once

#include <vector>

#include "elto/model/model.hpp"
#include "elto/series/series.hpp"

namespace elto {

Model learn(const Series& series, const ModelOptions& options = {});
/// Several sequences of the same system; windows never straddle a join. Gaps split a sequence too.
Model learn(const std::vector<Series>& sequences, const ModelOptions& options = {});

/// From states that are known already, such as positions and velocities. No standardisation.
Model learn_from_states(StateData data, const ModelOptions& options);

/// The same model with its operators learned again under other kernels or ridges; the noise is
/// kept.
Model with_operators(Model model, const OperatorOptions& options);

}  // namespace elto
