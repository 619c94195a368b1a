// SPDX-License-Identifier: Apache-2.0
// Whether noise can be told from movement: how much likelier the rows are with measurement noise
// than without, the other parameters learned anew but cycles forgetting no faster, because one that
// forgets within a row is noise by another name. A gain below kEvidentGain (model/signal_model.hpp)
// is none.
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/learn/fit_family.hpp"

namespace elto {

/// The gain of log-likelihood by noise, of a fit and the series that it was learned from.
double noise_evidence(const FamilyFit& fit, const std::vector<Rows>& series);

}  // namespace elto
