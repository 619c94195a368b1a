// SPDX-License-Identifier: Apache-2.0
// What ordinary differential equations ask of a series.
#pragma once

#include <string>
#include <vector>

#include "elto/series/series.hpp"

namespace elto {

/// The time between two rows, 1 without a time column. Throws InvalidArgument for a series that is
/// not valid, not regular, or has missing rows.
double complete_time_step(const Series& series);

/// x0, x1, ... if they have none.
std::vector<std::string> channel_names(const Series& series);

}  // namespace elto
