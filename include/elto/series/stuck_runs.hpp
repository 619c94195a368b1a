// SPDX-License-Identifier: Apache-2.0
// A sensor that is stuck repeats one value, much longer than any other value of the channel is ever
// repeated. What it says then is not a measurement.
#pragma once

#include <vector>

#include "elto/core/types.hpp"

namespace elto {

/// Rows first, ..., last of one channel hold the same value; missing entries may lie between.
struct StuckRun {
  Index first = 0, last = 0;

  bool operator==(const StuckRun&) const = default;
};

/// The runs that stand out, in order: rare, of eight rows at least, and four times as long as all
/// others. A channel that never changes has none, and neither has one that rests at zero at night.
std::vector<StuckRun> stuck_runs(const VectorView& values);

}  // namespace elto
