// SPDX-License-Identifier: Apache-2.0
// Products of square matrices with few rows, n of them, column by column. The size may be a
// constant (linalg/known_size.hpp).
#pragma once

#include "elto/core/types.hpp"

namespace elto {

/// C = A B.
template <class Size>
void multiply(Size n, const double* A, const double* B, double* C) {
  for (Index j = 0; j < n; ++j) {
    double* c = C + j * n;
    for (Index i = 0; i < n; ++i) c[i] = A[i] * B[j * n];
    for (Index l = 1; l < n; ++l)
      for (Index i = 0; i < n; ++i) c[i] += A[l * n + i] * B[j * n + l];
  }
}

/// C = A B^T.
template <class Size>
void multiply_transposed(Size n, const double* A, const double* B, double* C) {
  for (Index j = 0; j < n; ++j) {
    double* c = C + j * n;
    for (Index i = 0; i < n; ++i) c[i] = A[i] * B[j];
    for (Index l = 1; l < n; ++l)
      for (Index i = 0; i < n; ++i) c[i] += A[l * n + i] * B[l * n + j];
  }
}

}  // namespace elto
