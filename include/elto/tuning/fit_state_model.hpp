// SPDX-License-Identifier: Apache-2.0
// The easy call for the default model. Clean paths are needed to learn the map, and the map to
// clean the paths, so they take turns:
//   1. leave outliers out (series/outliers.hpp) and clean by the local trend; tune every kind of
//      model without a map, and let its noise adapt unless held-out rows become much less likely
//   2. clean by the best of these; learn and tune every kind with a map, and let its noise adapt if
//      held-out rows become more likely
//   3. clean by the best with a map, learn and tune again, as long as held-out rows become more
//      likely; it is kept only for a clear gain over having none. Unless that is beyond doubt, the
//      two kinds compete once more without the last rows, and the map must predict these better too
//   4. learn once more, from all rows, unless a map then explains them clearly less well; without a
//      map, tune the noise on all rows too
//   5. calibrate the error bars on a series whose truth is known: the clean path (and, if channels
//      are latent, the trend of what they leave over) with fresh noise, learned from scratch
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "elto/model/state_model.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// What the map of a model may depend on.
enum class MapInputs {
  none,      ///< there is no map: a trend
  selected,  ///< for each channel what matters to it (operators/input_selection.hpp)
  all,
};

/// What the states of a model are made of.
enum class StateChannels {
  rows,                ///< the channels themselves
  canonical_variates,  ///< a few combinations of them (states/canonical_variates.hpp)
  observable,  ///< one, as in the paper: learned to be predictable (states/latent_states.hpp)
};

struct StateModelKind {
  Index order = 1;  ///< p
  MapInputs inputs = MapInputs::all;
  StateChannels channels = StateChannels::rows;

  bool operator==(const StateModelKind&) const = default;
};
/// "order 2, selected inputs"
std::string describe(const StateModelKind& kind);

/// Orders 1 and 2 of the rows and of canonical variates, each without a map, with all and with
/// selected inputs; order 4 of the learned observable.
std::vector<StateModelKind> all_state_model_kinds();

struct StateFitOptions {
  /// Those to choose from. Passed over are maps of more than 12 inputs, if these are not selected,
  /// selection among more than 256, combinations of channels unless there are at most half as many
  /// of them as there are channels, and their maps where they explain less than the rows do.
  std::vector<StateModelKind> kinds = all_state_model_kinds();
  double held_out = 1.0 / 3.0;  ///< share of the rows (or of the sequences, if several) to tune on
  Index evaluations = 100;      ///< passes of the filter that a search may take, at least 1
  Index rounds = 6;             ///< of learning at most, at least 1
  std::uint32_t seed = 1;       ///< of searches and of the noise to calibrate with
  Index threads = 0;            ///< 0: as many as the machine has cores
  /// Called after each search with the number of searches done; returning false ends the fit with
  /// what it has. A map that has not proven itself is then not kept.
  std::function<bool(Index done)> progress = {};
};
void validate(const StateFitOptions& options);
/// A fit takes no more searches than this, mostly fewer.
Index most_searches(const StateFitOptions& options);

struct ScoredKind {
  StateModelKind kind;
  double score = 0.0;  ///< minus the mean log-likelihood of a held-out entry after the first round
};

struct [[nodiscard]] StateFit {
  StateModel model;
  StateModelKind kind;
  StateModelOptions options;
  double score = 0.0;  ///< minus the mean log-likelihood of a held-out entry, before step 4
  Index rounds = 0;    ///< of learning
  std::vector<ScoredKind> kinds;  ///< all that were compared
};

/// Entries may be missing. Throws InvalidArgument for series that are too short.
StateFit fit_state_model(const std::vector<Series>& sequences, const StateFitOptions& options = {});

}  // namespace elto
