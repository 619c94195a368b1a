// SPDX-License-Identifier: Apache-2.0
// Rows of any times on a regular grid: each row goes to the nearest multiple of a step,
//   k = round(time / step)
// rows that meet there are averaged, and where none goes all is missing. For what knows no times
// but those of a grid; the engine needs none.
#pragma once

#include "elto/series/series.hpp"

namespace elto {

/// Timestamps as they were read name other times, so none are kept. Throws InvalidArgument for a
/// step that is not positive or so short that nearly all of the grid would be empty, for a series
/// without a time column, and as times_of() does.
Series snap_to_grid(const Series& series, double step);

}  // namespace elto
