// SPDX-License-Identifier: Apache-2.0
// How likely rows are under a model, each predicted from the rows before it: one yardstick for
// models of every kind. It is the mean over entries of
//   log N(y; m, v + r)        m, v: mean and variance of the predicted signal, r: noise variance
// with each entry taken alone, in units in which the rows learned from have variance 1.
//   default model   v as its own likelihood has it, r = R, which it adapts
//   paper's model   v is its calibrated prediction variance; it knows no noise in the units of the
//                   data, so r is measured on the rows learned from (diagnostics/noise_level.hpp),
//                   as for the calibration: v + r is about the squared error of its predictions
// Entries that stick out from their neighbours (series/outliers.hpp) do not count. Nobody can
// predict them, and the widest bands would win.
#pragma once

#include <vector>

#include "elto/model/any_model.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// Minus infinity if the filter fails. Rows missing in part are predicted by the paper's model, but
/// not learned from. Throws InvalidArgument if no entry counts.
double held_out_likelihood(const AnyModel& model, const std::vector<Series>& learned_from,
                           const std::vector<Series>& held_out);

}  // namespace elto
