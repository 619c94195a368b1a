// SPDX-License-Identifier: Apache-2.0
// How often the law of motion that is learned from a noisy series has exactly the terms of the
// equations behind it.
#pragma once

#include <string>
#include <vector>

#include "elto/core/random.hpp"
#include "elto/systems/simulation.hpp"

#include "experiments/table.hpp"

namespace elto::experiments {

struct StructureCase {
  std::string system;  ///< of the zoo, from the start that it has there
  Index rows = 1000;
  double step = 0.01;
  Index degree = 2;    ///< of the library
  double noise = 0.1;  ///< standard deviation over that of all values together
};

/// The terms found beside those there are.
struct Structure {
  Index missing = 0, extra = 0;
  /// Of the true terms alone, over that of those found; positive: the search has missed them.
  double evidence = 0.0;
  double off = 0.0;  ///< largest error of a coefficient over itself; of those missing: 1

  bool exact() const { return missing == 0 && extra == 0; }
};
Structure structure_found(const StructureCase& one, Rng& rng);

/// A row per system, length and noise.
Table structure_table();

}  // namespace elto::experiments
