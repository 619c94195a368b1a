// SPDX-License-Identifier: Apache-2.0
// What elto itself would take: the model chosen by the likelihood of held-out rows
// (tuning/choose_model.hpp), without any truth.
#pragma once

#include "experiments/contender.hpp"

namespace elto::experiments {

/// Chosen and fitted on the rows before the test, of which those to tune on are held out first. It
/// filters, as the others do. Each search has the effort's number of evaluations, from 500 channels
/// on a quarter of it.
Contender automatic();

}  // namespace elto::experiments
