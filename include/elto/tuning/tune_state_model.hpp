// SPDX-License-Identifier: Apache-2.0
// Tuning a state model without any truth: kernel scale, ridges, noise, persistence and memory are
// chosen so that held-out rows are most likely, each given the rows before it. The observation is
// linear, so innovations are Gaussian, this is the likelihood of the model, and the noise it finds
// is in the units of the data.
#pragma once

#include <cstdint>
#include <vector>

#include "elto/model/state_model.hpp"
#include "elto/series/series.hpp"
#include "elto/tuning/minimize.hpp"

namespace elto {

/// Minus log p(row | rows before) of each row of all sequences, in standardised units; infinity
/// from where a filter fails.
Vector state_model_losses(const StateModel& model, const std::vector<Series>& sequences);

/// Minus the mean of log p(entry | rows before) over all entries of all sequences, in standardised
/// units; infinity if a filter fails.
double state_model_score(const StateModel& model, const std::vector<Series>& sequences);

/// The score of the model that is learned with these options. Writes its derivatives by them; that
/// by the kernel scale is not known and NaN. Infinity if a filter fails.
double state_model_score(const StateExamples& examples, const StateModelOptions& options,
                         const std::vector<Series>& sequences, StateModelOptions& derivatives);

struct StateTuningOptions {
  /// Passes of the filter over the held-out rows that a search may take, at least 1. A score takes
  /// one, a score with its gradient counts as three; that of the start is not counted.
  Index evaluations = 100;
  std::uint32_t seed = 1;
  Index threads = 0;  ///< 0: as many as the machine has cores
};
void validate(const StateTuningOptions& options);

struct [[nodiscard]] TunedStateModel {
  StateModel model;
  StateModelOptions options;  ///< as found
  double initial = 0.0;       ///< score of the options that the search began with
  double score = 0.0;         ///< of those found
  MinimizeResult search;
};

/// Without a map by L-BFGS on the exact gradient, with one by CMA-ES: a kernel scale has no
/// gradient, and refining the rest by it made errors larger. The coordinates are logarithms, of
/// shares logits. If nothing depends on anything, what the map needs is left out, and for states of
/// first order the drift persists: it is then the velocity of a trend.
TunedStateModel tune_state_model(const StateExamples& examples, const std::vector<Series>& held_out,
                                 const StateModelOptions& start = {},
                                 const StateTuningOptions& search = {});

/// Lets R adapt with the memory under which held-out rows are most likely, if it helps. Without a
/// map the memory is tuned with all the rest, and R adapts unless that costs more than a trifle;
/// with one it is the best of a few.
void let_noise_adapt(TunedStateModel& tuned, const StateExamples& examples,
                     const std::vector<Series>& held_out, const StateTuningOptions& search = {});

/// R as large as held-out rows do not speak against. A map that knows too much makes its rows
/// likely without noise as well as with some, and then nothing is smoothed and bands are narrow.
void allow_for_noise(TunedStateModel& tuned, const std::vector<Series>& held_out);

}  // namespace elto
