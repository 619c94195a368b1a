// SPDX-License-Identifier: Apache-2.0
// Models of two channels, x and y, and as few states as possible. They are made up, not learned:
// only their shapes matter.
#pragma once

#include "elto/model/model.hpp"
#include "elto/model/signal_model.hpp"
#include "elto/model/state_model.hpp"

namespace elto::fuzz {

enum class Adapting { no, yes };

Model small_model(Adapting adapting);
StateModel small_state_model();
SignalModel small_signal_model();

/// Filters two rows with it; whatever comes out is looked at.
void filter_two_rows(const Model& model);
void filter_two_rows(const StateModel& model);
void filter_two_rows(const SignalModel& model);

}  // namespace elto::fuzz
