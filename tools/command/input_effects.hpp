// SPDX-License-Identifier: Apache-2.0
// What known inputs do to each channel, for people and for programs: gain and interval, lag, and by
// how much the signal moves with them.
#pragma once

#include <vector>

#include "elto/diagnostics/verdict.hpp"
#include "elto/model/signal_model.hpp"
#include "elto/series/series.hpp"

#include <nlohmann/json_fwd.hpp>

namespace elto::command {

/// A finding for each effect and for each equation of a law that holds inputs, for each input
/// without any effect, and for entries that were missing.
std::vector<Finding> input_findings(const SignalModel& model, const Series& series);

/// By channel, a list of its effects; what a law holds is in its equations.
nlohmann::ordered_json input_effects_json(const SignalModel& model, const Series& series);

}  // namespace elto::command
