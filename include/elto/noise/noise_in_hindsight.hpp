// SPDX-License-Identifier: Apache-2.0
// How large the noise of each row was, once all rows are known. A filter knows only the rows before
// it: noise that grows or shrinks is noticed late. A smoother looks to both sides,
//   R_t = (R_t,before + sum_s alpha^|t-s| z_s) / (1 + sum_s alpha^|t-s|)
// where z_s is the square of the noise that the smoother expects in row s, and R_t,before what was
// believed, one row among the others.
#pragma once

#include "elto/core/types.hpp"

namespace elto {

/// Row by row and channel by channel; squares that are NaN are not known. `memory` is alpha, in (0,
/// 1]. Throws InvalidArgument for other numbers and for matrices of different shapes.
Matrix noise_in_hindsight(const Matrix& squares, const Matrix& before, double memory);

}  // namespace elto
