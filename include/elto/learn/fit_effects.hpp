// SPDX-License-Identifier: Apache-2.0
// What known inputs do to a channel whose other movement is known: gains by least squares of the
// innovations (filter/input_gains.hpp), each input at once or with the lag that makes the rows most
// likely. A lag must gain what it costs, a parameter and the logarithm of how many were tried; an
// input whose effect gains less than its parameters leaves.
#pragma once

#include <cstddef>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/filter/linear_smoother.hpp"
#include "elto/model/input_effect.hpp"
#include "elto/model/linear_model.hpp"

namespace elto {

/// Inputs of a whole series.
struct GivenInputs {
  Vector times = {};
  Matrix values = {};  ///< T x U, none missing
};

/// Entries of one of the series that are learned from.
struct DrivenRows {
  Rows entries = {};  ///< as a model sees them; missing where they are set aside
  std::vector<Jump> jumps = {};
  std::size_t series = 0;          ///< which
  std::vector<Index> places = {};  ///< of the entries among its rows
};

struct EffectFit {
  std::vector<InputEffect> effects = {};
  Matrix covariance = {};   ///< of their gains
  double parameters = 0.0;  ///< what they cost of log-likelihood
};

/// `unit`: of the entries in that of the channel; `step`: the shortest lag, in the unit of time.
EffectFit fit_effects(const LinearModel& model, const std::vector<DrivenRows>& rows,
                      const std::vector<GivenInputs>& inputs, double unit, double step);

}  // namespace elto
