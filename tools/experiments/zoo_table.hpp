// SPDX-License-Identifier: Apache-2.0
// How good the engine is on the systems of the zoo, by class and kind.
#pragma once

#include <string>
#include <vector>

#include "elto/systems/zoo.hpp"

#include "experiments/table.hpp"
#include "experiments/zoo_trial.hpp"

namespace elto::experiments {

/// Of some systems. Errors are mean squares; shares are of the systems.
struct ZooFigures {
  double median = 0.0, ninth = 0.0, worst = 0.0;  ///< over raw; nine in ten are below the ninth
  double over_structural = 0.0;                   ///< of the worst
  double over_known = 0.0;                        ///< in the median; NaN: of none
  /// Bands of 90 %: pooled over all entries, and the share of systems whose hold above 0.75.
  struct Bands {
    double pooled = 0.0, fair = 0.0;
  };
  Bands smoother = {}, filter = {}, near = {}, far = {};
  double believable = 0.0;     ///< share that claims a true error within a factor 1.5
  double least_claimed = 0.0;  ///< root mean square over the true one, of the system where least
};
ZooFigures zoo_figures(const std::vector<ZooTrial>& trials);

/// A row per kind and noise, of the systems that are for tables.
Table zoo_table();
/// The same of those that are for tuning.
Table zoo_tuning_table();

}  // namespace elto::experiments
