// SPDX-License-Identifier: Apache-2.0
// What a regression says about the terms of an equation.
#pragma once

#include <string>
#include <vector>

#include "elto/discovery/candidates.hpp"

#include "report/found_equation.hpp"
#include "selection_options.hpp"

namespace elto::command {

/// All candidates; those of the equation with coefficient -+ z standard errors.
std::vector<FoundTerm> found_terms(const Equation& equation, const std::vector<std::string>& names,
                                   double confidence);

/// Gives the equation its path, if the rule tries subsets: the best of each number of terms, with
/// BIC, and UBIC at the lambda where its choice ended. Warns if terms depend on each other.
void add_path(FoundEquation& equation, const Candidates& candidates,
              const SelectionArguments& selection, std::vector<std::string>& warnings);

}  // namespace elto::command
