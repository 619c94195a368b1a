// SPDX-License-Identifier: Apache-2.0
// Clean paths of a series, and what a state model of some kind is learned from: states and moves of
// the channels themselves, or of a few latent channels z and a loading, y = C x + noise.
#pragma once

#include <optional>
#include <vector>

#include "elto/model/state_model.hpp"
#include "elto/series/series.hpp"
#include "elto/tuning/fit_state_model.hpp"

namespace elto {

class StateLearner {
 public:
  /// Standardisation and trend are those of these sequences.
  explicit StateLearner(const std::vector<Series>& sequences);

  /// Clean paths, standardised; NaN in gaps, where there is nothing to learn from.
  std::vector<Matrix> paths_by_trend(const std::vector<Series>& sequences) const;
  std::vector<Matrix> paths_by(const StateModel& model, const std::vector<Series>& sequences) const;

  /// Nothing if this kind is not for such series.
  std::optional<StateExamples> examples(const std::vector<Series>& sequences,
                                        const std::vector<Matrix>& paths,
                                        const StateModelKind& kind) const;

 private:
  Matrix standardised(const Series& series) const;

  StateExamples examples_;
};

}  // namespace elto
