// SPDX-License-Identifier: Apache-2.0
// The default model where equations are looked for afterwards: fitted to the rows, it smooths them.
#pragma once

#include "elto/series/series.hpp"

#include "experiments/contender.hpp"

namespace elto::experiments {

/// T x D.
Matrix smoothed_by_default_model(const Series& rows, const Effort& effort);

}  // namespace elto::experiments
