// SPDX-License-Identifier: Apache-2.0
// Pelts of lynx and snowshoe hare traded by the Hudson's Bay Company, 1900 to 1920, in thousands:
// the classic short, noisy record of a predator and its prey.
#pragma once

#include "elto/series/series.hpp"

namespace elto {

/// 21 rows, channels lynx and hare, time column year.
Series lynx_hare();

/// The same by a not-a-knot spline at 200 times, as equations are found from it; its time is in
/// years since 1900.
Series fine_lynx_hare();

}  // namespace elto
