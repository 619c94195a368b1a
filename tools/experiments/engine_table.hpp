// SPDX-License-Identifier: Apache-2.0
// How good the engine is where the truth is known to us and not to it: its error beside that of the
// raw rows, how much of the truth its bands hold, and whether it is as far off as it says.
#pragma once

#include <vector>

#include "elto/filter/filter.hpp"
#include "elto/systems/simulation.hpp"

#include "experiments/table.hpp"

namespace elto::experiments {

/// One series, or a part of it; sums of squares over its entries.
struct Judged {
  double error = 0.0;    ///< of the estimate
  double claimed = 0.0;  ///< that it says it has
  double raw = 0.0;  ///< of the raw rows, as many entries, without outliers; or another yardstick
  Index inside = 0;  ///< of bands of 90 %
  Index entries = 0;

  double ratio() const { return error / raw; }
};
/// In the rows for which `counts` holds. Missing entries are estimated too; the raw error is the
/// mean square of all that were seen but for outliers, which stand ten deviations out.
Judged judged(const Estimate& estimate, const Simulation& simulation,
              const std::function<bool(Index row)>& counts);

/// Of some series together.
struct EngineFigures {
  double over_raw = 0.0;    ///< mean square over that of the raw rows
  double worst = 0.0;       ///< of single series
  double coverage = 0.0;    ///< of bands of 90 %
  double claimed = 0.0;     ///< root mean square over the true one
  double believable = 0.0;  ///< share of series that claim a true error within a factor 1.5
};
EngineFigures figures_of(const std::vector<Judged>& series);

/// A row per kind of series, a column per figure.
Table engine_table();

}  // namespace elto::experiments
