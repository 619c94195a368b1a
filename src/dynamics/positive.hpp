// SPDX-License-Identifier: Apache-2.0
// A parameter by its logarithm. However far a search pulls it, it stays positive: one that comes
// out as 0 would be one that is not there, and a component would have fewer of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace elto {

inline double positive(double log) {
  return std::max(std::exp(log), std::numeric_limits<double>::min());
}

}  // namespace elto
