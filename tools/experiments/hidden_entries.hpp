// SPDX-License-Identifier: Apache-2.0
// Real series with some entries hidden: how well the engine fills them beside a straight line
// between what is left. For each NAME of a folder, NAME_full.csv is the series and NAME.csv the
// same with 15 % of the entries and a block of ten rows hidden.
#pragma once

#include <filesystem>

#include "elto/core/random.hpp"
#include "elto/series/series.hpp"

#include "experiments/table.hpp"

namespace elto::experiments {

/// Root mean squares over the hidden entries, each channel in units of its standard deviation, over
/// those of linear interpolation: entries at random, and those of the block.
struct HiddenScore {
  double random = 0.0, block = 0.0;
};
HiddenScore hidden_score(const Series& full, const Series& hidden);

/// Hides 15 % of the entries and ten rows in a row of each channel, all away from the ends.
Series hide_entries(Series full, Rng& rng);

/// A row per series that has been looked at; reads the files of Effort::real.
Table hidden_entries();

}  // namespace elto::experiments
