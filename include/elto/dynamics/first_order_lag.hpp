// SPDX-License-Identifier: Apache-2.0
// What follows an input with a lag: a level that the input pulls at,
//   w' = (u - w) / tau,   w = u at first
// exact for an input that moves in straight lines from row to row. With tau = 0 it is the input.
#pragma once

#include "elto/core/types.hpp"

namespace elto {

/// From w, while u goes from `from` to `to` within a step.
double follow(double w, double from, double to, double step, double lag);

/// At times that never decrease.
Vector followed(const VectorView& times, const VectorView& input, double lag);

}  // namespace elto
