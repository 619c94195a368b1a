// SPDX-License-Identifier: Apache-2.0
// What filters and smoothers of a linear model in continuous time compute step by step, at once:
// the joint normal distribution of all its signals, conditioned on all that was seen. States of a
// curve spread over six powers of ten, which costs a dense factorisation the digits that are asked
// for: hence long double.
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/model/linear_model.hpp"

namespace elto::testing {

struct JointSignals {
  Vector mean, variance;  ///< of the signals, those of a row one after the other
  double log_likelihood = 0.0;
};
JointSignals joint_signals(const LinearModel& model, const Rows& rows,
                           const std::vector<Jump>& jumps);

}  // namespace elto::testing
