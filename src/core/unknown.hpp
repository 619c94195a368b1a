// SPDX-License-Identifier: Apache-2.0
// What stands in a matrix where a number is not known: a missing observation, an estimate that was
// not made.
#pragma once

#include <limits>

namespace elto {

inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

}  // namespace elto
