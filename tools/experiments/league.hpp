// SPDX-License-Identifier: Apache-2.0
// How good the default model is, where the truth is known to us and not to it: its error as a share
// of what a user would get instead (the local linear trend with one tuned number, filtered or
// smoothed, and the raw observations), and how much of the truth its bands of 90 % cover.
#pragma once

#include <array>

#include "elto/tuning/fit_state_model.hpp"

#include "experiments/table.hpp"
#include "experiments/task.hpp"

namespace elto::experiments {

inline constexpr std::array<Index, 3> kForecastSteps = {1, 5, 20};

struct LeagueFigures {
  double filter = 0.0, smoother = 0.0;  ///< errors over those of the trend filter and smoother
  double filter_over_raw = 0.0, smoother_over_raw = 0.0;
  double smoother_error = 0.0;  ///< mean square
  double filter_coverage = 0.0, smoother_coverage = 0.0;
  std::array<double, kForecastSteps.size()> forecast_coverage = {};
};

/// Fits the default model to the known rows of the task and judges it by the test rows.
LeagueFigures league_figures(const Task& task, const StateFitOptions& options = {});

/// A row per system, a column per figure.
Table league();

}  // namespace elto::experiments
