// SPDX-License-Identifier: Apache-2.0
// The equations of lynx and hare (paper, section 4.5): terms by regression on the rows between the
// years, coefficients by trajectories matched to these rows, or to rows that were smoothed before.
#pragma once

#include "elto/series/series.hpp"

#include "experiments/table.hpp"

namespace elto::experiments {

struct OdeFigures {
  double lynx = 0.0, lynx_hunting = 0.0;  ///< x1' = lynx x1 + lynx_hunting x1 x2
  double hare = 0.0, hare_hunted = 0.0;   ///< x2' = hare x2 + hare_hunted x1 x2
  double mape = 0.0;                      ///< from the reference of the paper, in percent
  double regression_mape = 0.0;           ///< before trajectories were matched
};

/// Infinite errors if the terms are not these.
OdeFigures ode_figures(const Series& smoothed);

/// A row for each way to smooth, a column per figure.
Table lv_discovery();

}  // namespace elto::experiments
