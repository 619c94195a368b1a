// SPDX-License-Identifier: Apache-2.0
// The candidate terms on the right-hand side of u_t = sum_j xi_j f_j.
#pragma once

#include <string>
#include <vector>

#include "elto/core/types.hpp"

namespace elto {

/// u^power times the derivative of u in x of that order; of order 0 just u^power.
struct Term {
  Index power = 0;
  Index order = 0;

  friend bool operator==(const Term&, const Term&) = default;
};

/// "1", "u", "u^2", "u_x", "u u_xx", "u^2 u_x"
std::string name_of(const Term& term);

struct TermOptions {
  Index highest_power = 2;  ///< at least 0
  Index highest_order = 2;  ///< of a derivative, at least 0
  bool constant = false;    ///< with the term 1
};
void validate(const TermOptions& options);

/// 1, u, u^2, ..., u_x, u_xx, ..., u u_x, u^2 u_x, ..., u u_xx, ...
std::vector<Term> candidate_terms(const TermOptions& options);

}  // namespace elto
