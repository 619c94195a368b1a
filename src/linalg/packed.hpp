// SPDX-License-Identifier: Apache-2.0
// Matrices one after the other in one vector, as files keep them.
#pragma once

#include "elto/core/types.hpp"

namespace elto {

/// Of a range of matrices, whose sizes are known already.
template <class Matrices>
Index packed_size(const Matrices& matrices) {
  Index size = 0;
  for (const Matrix& matrix : matrices) size += matrix.size();
  return size;
}

template <class Matrices>
Vector packed(const Matrices& matrices) {
  Vector numbers(packed_size(matrices));
  Index at = 0;
  for (const Matrix& matrix : matrices) {
    numbers.segment(at, matrix.size()) = matrix.reshaped();
    at += matrix.size();
  }
  return numbers;
}

/// The inverse; `numbers` must be of their packed size.
template <class Matrices>
void unpack(const VectorView& numbers, Matrices&& matrices) {
  Index at = 0;
  for (Matrix& matrix : matrices) {
    matrix.reshaped() = numbers.segment(at, matrix.size());
    at += matrix.size();
  }
}

}  // namespace elto
