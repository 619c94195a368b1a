// SPDX-License-Identifier: Apache-2.0
// How good forecasts of hourly loads are whose seasons nobody tells: their error two days ahead
// beside that of Holt-Winters, which is told the season, and how much their bands hold.
#pragma once

#include "elto/core/types.hpp"

#include "experiments/table.hpp"

namespace elto::experiments {

/// From origins some hours apart, each by the hours known until then and nothing else.
struct ForecastTrial {
  Index known = 1344;  ///< hours, eight weeks
  Index origins = 20, apart = 13;
  Index steps = 48;

  Index hours() const { return known + (origins - 1) * apart + steps; }
};

struct ForecastFigures {
  double error = 0.0;    ///< root mean square
  double held = 0.0;     ///< share of what was measured in bands of 95 %
  double claimed = 0.0;  ///< root mean square over the true one
};
ForecastFigures forecast_figures(const Vector& load, const ForecastTrial& trial = {});

/// A row per kind of load.
Table forecasts_table();

}  // namespace elto::experiments
