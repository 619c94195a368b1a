// SPDX-License-Identifier: Apache-2.0
// For each number of terms the ones that fit best: all subsets are tried.
#pragma once

#include <vector>

#include "elto/discovery/candidates.hpp"

namespace elto {

/// Equations of 1, 2, ... terms, each with the least residual of its size, up to largest_size terms
/// (0: as many as there are). Fewer if the others depend linearly on these. Throws InvalidArgument
/// for more than a million subsets.
std::vector<Equation> best_subsets(const Candidates& candidates, Index largest_size = 0);

}  // namespace elto
