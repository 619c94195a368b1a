// SPDX-License-Identifier: Apache-2.0
// How the terms of an equation are chosen, as options.
#pragma once

#include <string>
#include <vector>

#include "elto/discovery/selection.hpp"

#include "verb.hpp"

namespace elto::command {

enum class Selection { ubic, bic, aic, stridge, stlsq, ssr };

struct SelectionArguments {
  Selection selection = Selection::ubic;
  Index size = 0;          ///< exactly so many terms; 0: as many as the rule says
  Index largest_size = 0;  ///< for ubic, bic and aic; 0: all
  double threshold = Stlsq{}.threshold;
};

std::vector<Option> options_of(SelectionArguments& arguments);

SelectionRule rule_of(const SelectionArguments& arguments);

/// With a path of best equations, one for each number of terms.
bool tries_subsets(const SelectionArguments& arguments);

/// "ubic", "2 terms"
std::string describe(const SelectionArguments& arguments);

inline constexpr const char* kEquationGroup = "Equation";

}  // namespace elto::command
