// SPDX-License-Identifier: Apache-2.0
// An equation that was found, in lines for people and as JSON for programs.
#pragma once

#include <string>
#include <vector>

#include "report/found_equation.hpp"
#include "true_coefficients.hpp"

#include <nlohmann/json_fwd.hpp>

namespace elto::command {

/// The equation, and under it a table of its terms.
std::vector<std::string> lines_of(const FoundEquation& equation);

nlohmann::ordered_json to_json(const FoundEquation& equation);
nlohmann::ordered_json to_json(const CoefficientError& error);

/// Those that are not 0; `name` says which equation of a system it is.
std::vector<Coefficient> coefficients_of(const FoundEquation& equation,
                                         const std::string& name = {});
/// Notes at each term what is known about it.
void add_truth(FoundEquation& equation, const std::vector<Coefficient>& truth,
               const std::string& name = {});

}  // namespace elto::command
