// SPDX-License-Identifier: Apache-2.0
// What is known about the coefficients of an equation, and how far those found are from it.
#pragma once

#include <string>
#include <vector>

#include "elto/discovery/coefficient_error.hpp"

namespace elto::command {

/// From "u u_x=-1", or "lynx: lynx hare=0.026" in a system. Throws UsageError.
std::vector<Coefficient> parse_coefficients(const std::vector<std::string>& entries);

/// "right terms, coefficients off by 13.6 % (mean), 5.81 % (L1)"
std::string describe(const CoefficientError& error);

}  // namespace elto::command
