// SPDX-License-Identifier: Apache-2.0
// Where a state filter is no smooth function of its rows; its gradient must know.
#pragma once

namespace elto {

inline constexpr double kGate = 5.0;  // standard deviations of an innovation
/// How far noise adapts, times that of the model.
inline constexpr double kLeastNoise = 1e-4, kMostNoise = 1e4;

}  // namespace elto
