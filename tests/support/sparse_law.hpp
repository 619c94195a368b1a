// SPDX-License-Identifier: Apache-2.0
// A law of few terms, for whatever selects terms.
#pragma once

#include <cstdint>

#include "elto/core/random.hpp"
#include "elto/discovery/candidates.hpp"

namespace elto::testing {

/// y = 2 b - 0.5 d and a little noise; d is large, so its coefficient is small.
inline Candidates sparse_law(std::uint32_t seed = 1) {
  Rng rng(seed);
  Candidates made{.terms = rng.normal(200, 5), .names = {"a", "b", "c", "d", "e"}};
  made.response = 2.0 * made.terms.col(1) - 0.5 * made.terms.col(3) + 0.01 * rng.normal(200, 1);
  made.terms.col(3) *= 100.0;
  return made;
}

}  // namespace elto::testing
