// SPDX-License-Identifier: Apache-2.0
// What all rows say of the channels of a law (filter/law_pass.hpp), in the units of the data.
#pragma once

#include "elto/core/types.hpp"
#include "elto/filter/filter.hpp"
#include "elto/model/signal_model.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// Puts the law's estimates, what it says of every entry left out, and its flags in place of those
/// of the parts. False, and nothing is changed, if the motion leaves all bounds.
bool smooth_by_law(const SignalLaw& law, const Series& series, Estimate& estimate,
                   Index threads = 1);

}  // namespace elto
