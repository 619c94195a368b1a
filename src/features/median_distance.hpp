// SPDX-License-Identifier: Apache-2.0
// The median heuristic: a typical squared distance (or length) of a cloud of points.
#pragma once

#include "elto/core/types.hpp"

namespace elto {

/// Over all pairs of at most 1000 rows, evenly spaced. Throws InvalidArgument if it is zero.
double median_squared_distance(const MatrixView& X);

double median_squared_norm(const MatrixView& X);

}  // namespace elto
