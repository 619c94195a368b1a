// SPDX-License-Identifier: Apache-2.0
// The easy call: a SignalModel from one series or several, each channel by the family that its
// entries choose (learn/choose_family.hpp). Nothing is held out. Of long series some thousand rows
// are learned from.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "elto/core/status.hpp"
#include "elto/core/types.hpp"
#include "elto/learn/choose_family.hpp"
#include "elto/learn/choose_for_forecast.hpp"
#include "elto/learn/choose_law.hpp"
#include "elto/model/signal_model.hpp"
#include "elto/series/series.hpp"

namespace elto {

struct LearnOptions {
  Index rows = 4000;  ///< of a channel that are learned from, at most; >= 100
  Index threads = 0;  ///< channels are learned side by side; 0: as many as the machine has cores
  /// For forecasts of so many rows: learned from the last rows, each channel by the family whose
  /// forecasts were the best (learn/choose_for_forecast.hpp). 0: for estimates.
  Index forecast_steps = 0;
  bool laws = true;  ///< whether laws of motion are tried
  /// How much is done, of all, about a family at a time; returning false stops.
  std::function<bool(Index done, Index all)> progress = {};
};
/// Throws InvalidArgument naming the field.
void validate(const LearnOptions& options);

struct LearnedSignalModel {
  SignalModel model = {};
  std::vector<FamilyChoice> choices = {};  ///< of each channel, with all families tried
  /// Of each channel, the series that the model they share does not describe: the squares of
  /// deviations from what all other entries say are twice as large as those of the series in the
  /// middle, or half as large, and not by chance.
  std::vector<std::vector<Index>> misfits = {};
  std::vector<LawTrial> laws = {};             ///< that were tried
  std::vector<ForecastChoice> forecasts = {};  ///< of each channel, if learned for forecasts
  Status status = {};                          ///< stopped: the model is not there
};

/// All series share the model; they have the same channels. Entries may be missing. Throws
/// InvalidArgument for infinities, for times that are missing or go back, and for a channel without
/// any entry, by name.
LearnedSignalModel learn_signal_model(const std::vector<Series>& series,
                                      const LearnOptions& options = {});

}  // namespace elto
