// SPDX-License-Identifier: Apache-2.0
// What is known about the coefficients of an equation, and how far those found are from it.
#pragma once

#include <string>
#include <vector>

#include "elto/core/types.hpp"

namespace elto::command {

struct Coefficient {
  std::string equation = {};  ///< its channel, in a system; else empty
  std::string term = {};      ///< "u u_x"
  double value = 0.0;

  friend bool operator==(const Coefficient&, const Coefficient&) = default;
};

/// From "u u_x=-1", or "lynx: lynx hare=0.026" in a system. Throws UsageError.
std::vector<Coefficient> parse_coefficients(const std::vector<std::string>& entries);

struct CoefficientError {
  double mean_relative = 0.0;  ///< mean over the true terms of |found - true| / |true|
  double relative_l1 = 0.0;    ///< sum over all terms of |found - true|, over that of |true|
  bool right_terms = false;    ///< those of the truth, and no others
};

/// A term that was not found has coefficient 0. True values must not be 0.
CoefficientError coefficient_error(const std::vector<Coefficient>& found,
                                   const std::vector<Coefficient>& truth);

/// nullptr if there is none.
const Coefficient* find(const std::vector<Coefficient>& coefficients, const std::string& equation,
                        const std::string& term);

/// "right terms, coefficients off by 13.6 % (mean), 5.81 % (L1)"
std::string describe(const CoefficientError& error);

}  // namespace elto::command
