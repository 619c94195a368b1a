// SPDX-License-Identifier: Apache-2.0
// The signal that a state stands for, channel by channel.
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/model/state_model.hpp"

namespace elto {

/// C x, in standardised units.
RowVector signal_mean(const StateModel& model, const Vector& x);

/// The same in the units of the data.
RowVector in_units(const StateModel& model, const Vector& x);

/// c_j P c_j^T of each channel, in standardised units; P by block.
RowVector signal_variance(const StateModel& model, const std::vector<Matrix>& P);

/// The same in the units of the data, with bands multiplied by `factor`.
RowVector variance_in_units(const StateModel& model, const std::vector<Matrix>& P,
                            const RowVector& factor);
/// All of C P C^T, likewise.
Matrix covariance_in_units(const StateModel& model, const std::vector<Matrix>& P,
                           const RowVector& factor);

}  // namespace elto
