// SPDX-License-Identifier: Apache-2.0
// How far the coefficients of an equation, or of a system of them, are from known ones.
#pragma once

#include <string>
#include <vector>

namespace elto {

struct Coefficient {
  std::string equation = {};  ///< its channel, in a system; else empty
  std::string term = {};      ///< "u u_x"
  double value = 0.0;

  friend bool operator==(const Coefficient&, const Coefficient&) = default;
};

/// nullptr if there is none.
const Coefficient* find(const std::vector<Coefficient>& coefficients, const std::string& equation,
                        const std::string& term);

struct CoefficientError {
  double mean_relative = 0.0;  ///< mean over the true terms of |found - true| / |true|
  double relative_l1 = 0.0;    ///< sum over all terms of |found - true|, over that of |true|
  bool right_terms = false;    ///< those of the truth, and no others
};

/// A term that was not found has coefficient 0. True values must not be 0.
CoefficientError coefficient_error(const std::vector<Coefficient>& found,
                                   const std::vector<Coefficient>& truth);

}  // namespace elto
