// SPDX-License-Identifier: Apache-2.0
// Where nothing was measured for longer than it usually takes from one entry to the next: a line
// that joined the two would claim what nobody has seen.
#pragma once

#include <vector>

#include "elto/core/types.hpp"

namespace elto::page {

/// Rows with an entry, and none between them.
struct Break {
  Index before = 0, after = 0;
};

/// Longer than one and a half times what 95 of 100 steps from entry to entry take at most: so
/// neither times that jitter nor a channel that is seen more seldom than others is all gaps.
/// Positions ascend; missing values are NaN.
std::vector<Break> breaks(const VectorView& positions, const VectorView& values);

}  // namespace elto::page
