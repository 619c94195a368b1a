// SPDX-License-Identifier: Apache-2.0
// Which terms a law should have, as far as a quadratic log-likelihood says, b^T theta - theta^T N
// theta / 2, with a normal prior of precision A on each coefficient: the evidence of a set S is
//   (b_S^T (N_SS + A_SS)^-1 b_S - log det(I + A_SS^-1 N_SS)) / 2
// A term comes, goes, or takes the place of another, whichever raises it most, while one does. By
// the sweep operator all of these gains are read off one matrix.
#pragma once

#include <vector>

#include "elto/core/types.hpp"

namespace elto {

struct TermEvidence {
  Matrix information = {};  ///< N
  Vector pull = {};         ///< b
  Vector precision = {};    ///< A, positive
};

struct TermSet {
  std::vector<char> in = {};
  Vector coefficients = {};  ///< the likeliest; 0 of those outside
  double gain = 0.0;         ///< of evidence over the set that the search began with
};

/// From a set on, by steps that gain more than `least` each.
TermSet search_terms(const TermEvidence& evidence, const std::vector<char>& start,
                     double least = 1e-3);

}  // namespace elto
