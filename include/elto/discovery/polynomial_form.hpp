// SPDX-License-Identifier: Apache-2.0
// Candidate terms of ordinary differential equations: for each channel of a series, its derivative
// in time as a polynomial of all channels. A row for each time.
#pragma once

#include <vector>

#include "elto/discovery/candidates.hpp"
#include "elto/dynamics/monomial.hpp"
#include "elto/series/series.hpp"

namespace elto {

struct PolynomialOptions {
  Index degree = 2;      ///< at least 1
  bool constant = true;  ///< with the term 1
};
void validate(const PolynomialOptions& options);

std::vector<Monomial> candidate_monomials(Index dimension, const PolynomialOptions& options);

/// A problem for each channel, all with the same terms: 1, x, y, x^2, x y, y^2, ... Derivatives are
/// finite differences of second order. Channels without names are x0, x1, ... The time column must
/// be regular and in numbers; without one rows are 1 apart. Throws InvalidArgument for missing
/// entries.
std::vector<Candidates> polynomial_candidates(const Series& series,
                                              const PolynomialOptions& options = {});

}  // namespace elto
