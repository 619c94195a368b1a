// SPDX-License-Identifier: Apache-2.0
// What it costs the default model if rows are missing or wrong: its error over that with the same
// rows undisturbed. What it learns from is disturbed like what it is judged by.
#pragma once

#include <array>
#include <cstdint>

#include "elto/tuning/fit_state_model.hpp"

#include "experiments/table.hpp"
#include "experiments/task.hpp"

namespace elto::experiments {

enum class Disturbance {
  missing,   ///< a fifth of the entries, at random
  gap,       ///< 20 rows in the middle of each part that has three times as many
  outliers,  ///< one entry in 20, at random, is off by 20 standard deviations of the noise
};
inline constexpr std::array kDisturbances = {Disturbance::missing, Disturbance::gap,
                                             Disturbance::outliers};

/// The truth of the test stays what it is.
Task disturbed(Task task, Disturbance disturbance, std::uint32_t seed);

/// Mean squared errors over those without, in the order of kDisturbances.
struct DisturbanceCosts {
  std::array<double, kDisturbances.size()> filter = {}, smoother = {};
  /// Without the first 20 rows, a gap, and the 20 rows after it.
  std::array<double, kDisturbances.size()> settled_filter = {};
};

DisturbanceCosts disturbance_costs(const Task& task, const StateFitOptions& options = {});

/// A row per system, three columns per disturbance.
Table disturbances();

}  // namespace elto::experiments
