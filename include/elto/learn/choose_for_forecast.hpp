// SPDX-License-Identifier: Apache-2.0
// Which family a channel is forecast by: all are learned as for an estimate, but seasons that stand
// out are kept even where entries are predicted no better from all others, and the family is taken
// whose forecasts from many origins (learn/backtest.hpp) were the best at the steps asked. One that
// leave-one-out prefers stays unless another is better by more than a standard error: origins are
// few, and all entries have something to say.
#pragma once

#include <string>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/learn/backtest.hpp"
#include "elto/learn/choose_family.hpp"

namespace elto {

/// So many steps of time after the last row.
struct ForecastTask {
  double step = 1.0;
  Index steps = 10;
};

/// A family whose forecasts were compared.
struct TriedForecast {
  std::string family = {};
  double error = 0.0;  ///< geometric mean over the steps of root mean squares
};

struct ForecastChoice {
  FamilyFit fit = {};
  Rows learned_from = {};                 ///< by the fit: the last rows, some thousand
  std::vector<TriedForecast> tried = {};  ///< best first; none where rows were too few
  Backtest backtest = {};                 ///< in the units of the rows
};
/// One channel, standardised; throws InvalidArgument if there are no rows.
ForecastChoice choose_for_forecast(const Rows& rows, const ForecastTask& task,
                                   const FamilyOptions& options = {});

}  // namespace elto
