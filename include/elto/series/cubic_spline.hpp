// SPDX-License-Identifier: Apache-2.0
// The cubic spline through given points: piecewise cubic, two continuous derivatives, and no knot
// at the second and the last but one point ("not-a-knot"), so that nothing is assumed at the ends.
#pragma once

#include "elto/core/types.hpp"

namespace elto {

/// Values at `times` of the splines through the columns of `values` (n x D) at `knots` (n >= 4,
/// increasing); outside of the knots the last cubics go on. O(n + times).
Matrix cubic_spline(const VectorView& knots, const MatrixView& values, const VectorView& times);

}  // namespace elto
