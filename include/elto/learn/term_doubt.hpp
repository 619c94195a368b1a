// SPDX-License-Identifier: Apache-2.0
// What is not known of a law's coefficients where the choice of its terms is in doubt, too: every
// set of terms is as likely as its evidence (learn/term_search.hpp), and within one the
// coefficients are normal. Sets are drawn by Gibbs' sampler and by changes of one term for another
// (Metropolis).
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/learn/term_search.hpp"

namespace elto {

struct TermDoubt {
  Vector probability = {};  ///< that a term is in
  Vector mean = {};         ///< of the coefficients
  Matrix covariance = {};
};

/// From a likely set on. The same every time.
TermDoubt doubt_of_terms(const TermEvidence& evidence, const std::vector<char>& start);

}  // namespace elto
