// SPDX-License-Identifier: Apache-2.0
// What is known, divided into a part to learn from and a later part to tune on.
#pragma once

#include <vector>

#include "elto/series/series.hpp"

namespace elto {

struct Split {
  std::vector<Series> training, held_out;
};

/// One sequence is cut in two, of several the last ones are held out; both parts have at least one
/// row. `share` in (0, 1) is held out.
Split split(const std::vector<Series>& sequences, double share);

}  // namespace elto
