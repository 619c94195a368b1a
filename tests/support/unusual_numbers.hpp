// SPDX-License-Identifier: Apache-2.0
// Numbers that are none, by what they mean in a test.
#pragma once

#include <limits>

namespace elto::testing {

inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kMissing = kNaN;
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace elto::testing
