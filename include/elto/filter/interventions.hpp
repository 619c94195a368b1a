// SPDX-License-Identifier: Apache-2.0
// Outliers and jumps, by what all other rows say: an entry u from what the others predict has
// u^2 / D chi-squared with one degree of freedom if it belongs to the series, and so has
// r^2 / N of the level before a row if the level did not jump there (docs/engine.md). A jump of
// variance V raises the log-likelihood by
//   (r^2 / N  VN / (1 + VN) - log(1 + VN)) / 2
// and where it is in the model already, r^2 / N and N without it are those with it over 1 - VN.
// Where a series moves in bursts, jumps come in runs of rows: then movement is quiet between them.
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/filter/linear_smoother.hpp"
#include "elto/model/linear_model.hpp"

namespace elto {

/// A square of a standardised deviation beyond it is no chance: once in two million rows.
inline constexpr double kBeyondChance = 25.0;
/// Of a level that jumps, in units of the variance of its series, within which it is anywhere
/// again.
inline constexpr double kJumpVariance = 4.0;

/// Whether jumps may come in runs.
enum class Movement { even, in_bursts };

/// In one channel.
struct Interventions {
  std::vector<Index> outliers = {};  ///< rows, ascending
  std::vector<Index> jumps = {};     ///< rows before which the level jumped, ascending

  bool empty() const { return outliers.empty() && jumps.empty(); }
  bool operator==(const Interventions&) const = default;
};

/// The rows with outliers taken out, and the jumps as the filter wants them.
struct Treated {
  Rows rows;
  std::vector<Jump> jumps;
};
Treated treat(Rows rows, const Interventions& interventions);

/// What setting rows aside costs, as a log-likelihood: an outlier has a density as broad as the
/// series whose tails have no end, and either happens once in 200 rows, beside a jump in every
/// other row. Otherwise the model that sets most aside would win.
double cost_of_outlier(double value);
double cost_of_jump();
/// Of each jump, one that goes on with a run less.
Vector costs_of_jumps(const Rows& rows, const Interventions& interventions);
double cost_of(const Rows& rows, const Interventions& interventions);

/// Jumps that are none of a run.
std::vector<Index> lone_jumps(const Rows& rows, const Interventions& interventions);

/// Those known, without what is none after all, and with new ones. No outliers where a tenth of the
/// entries would be: then they are what the series is like.
Interventions find_interventions(const LinearModel& model, const Rows& rows,
                                 Interventions known = {}, Movement movement = Movement::even);

}  // namespace elto
