// SPDX-License-Identifier: Apache-2.0
// How wide the bands of a model must be, where the truth is known: the factors with which bands of
// 90 % would have covered 90 % of it, channel by channel. Those of what a row has told
//   - are not made wider than the noise, as a row is an estimate too;
//   - become narrower by the square root only, and at most by 0.7, because clean paths are those
//     of a smoother, easier to find again than what it was made from. With a map, which is learned
//     from such paths, those of the smoother never do.
// Forecasts are wrong by what the model does not know, not by what noise has hidden from it: their
// factors are taken as they are found, down to 0.3, where there are enough of them to tell.
#pragma once

#include <vector>

#include "elto/model/band_factors.hpp"
#include "elto/model/state_model.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// The model with its own bands left alone, by rows whose truth is known; rows of both are those of
/// one sequence each.
BandFactors calibrated_bands(const StateModel& model, const std::vector<Series>& rows,
                             const std::vector<Series>& truth);

}  // namespace elto
