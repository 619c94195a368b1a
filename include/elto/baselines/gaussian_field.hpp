// SPDX-License-Identifier: Apache-2.0
// What one would try first to denoise a field u = f + sigma z, T x D: weights of a Gaussian along
// each axis,
//   u -> A u B^T,   A_ij ~ exp(-(i - j)^2 / 2 w^2),   rows of A and B sum to 1
// with values reflected at the edges. Widths w are in points, 0 for none. Without the truth they
// are found by Stein's estimate of the mean squared error, which is unbiased for Gaussian noise:
//   |u - A u B^T|^2 / T D + sigma^2 (2 tr A tr B / T D - 1)
#pragma once

#include "elto/core/types.hpp"

namespace elto {

struct GaussianWidths {
  double rows = 0.0, columns = 0.0;  ///< at least 0
};

Matrix gaussian_smoothed(const MatrixView& values, const GaussianWidths& widths);

/// sigma^2 is `variance`.
double estimated_error(const MatrixView& values, const GaussianWidths& widths, double variance);

/// Those of a grid up to a tenth of each axis with the least estimated error. Throws
/// InvalidArgument for entries that are not finite.
GaussianWidths gaussian_widths(const MatrixView& values, double variance);

}  // namespace elto
