// SPDX-License-Identifier: Apache-2.0
// Rounding leaves a covariance a little asymmetric, and the error would grow from row to row.
#pragma once

#include "elto/core/types.hpp"

namespace elto {

inline void symmetrise(Matrix& A) {
  A = 0.5 * (A + A.transpose()).eval();
}

}  // namespace elto
