// SPDX-License-Identifier: Apache-2.0
// How a series or a field goes on beyond its edges, where a filter reaches over them: mirrored,
// half a step outside.
#pragma once

#include "elto/core/types.hpp"

namespace elto {

/// Where a point outside of 0, ..., n - 1 is reflected to: ... 1 0 | 0 1 ... n-1 | n-1 n-2 ...
inline Index reflected(Index i, Index n) {
  const Index period = 2 * n, place = ((i % period) + period) % period;
  return place < n ? place : period - 1 - place;
}

}  // namespace elto
