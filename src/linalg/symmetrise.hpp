// SPDX-License-Identifier: Apache-2.0
// Rounding leaves a covariance a little asymmetric, and the error would grow from row to row. In
// place: filters may not allocate in a step.
#pragma once

#include "elto/core/types.hpp"

namespace elto {

inline void symmetrise(Matrix& A) {
  for (Index j = 0; j < A.cols(); ++j)
    for (Index i = 0; i < j; ++i) A(i, j) = A(j, i) = 0.5 * (A(i, j) + A(j, i));
}

}  // namespace elto
