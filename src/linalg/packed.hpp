// SPDX-License-Identifier: Apache-2.0
// Matrices one after the other in one vector, as files keep them: those of a range, or a part of
// each of its elements.
#pragma once

#include <functional>

#include "elto/core/types.hpp"

namespace elto {

/// How long the vector is.
template <class Range, class Part = std::identity>
Index packed_size(const Range& range, Part part = {}) {
  Index size = 0;
  for (const auto& element : range) size += std::invoke(part, element).size();
  return size;
}

template <class Range, class Part = std::identity>
Vector packed(const Range& range, Part part = {}) {
  Vector numbers(packed_size(range, part));
  Index at = 0;
  for (const auto& element : range) {
    const Matrix& matrix = std::invoke(part, element);
    numbers.segment(at, matrix.size()) = matrix.reshaped();
    at += matrix.size();
  }
  return numbers;
}

/// The inverse; the matrices have their sizes already, and `numbers` is as long as they need.
template <class Range, class Part = std::identity>
void unpack(const VectorView& numbers, Range& range, Part part = {}) {
  Index at = 0;
  for (auto& element : range) {
    Matrix& matrix = std::invoke(part, element);
    matrix.reshaped() = numbers.segment(at, matrix.size());
    at += matrix.size();
  }
}

}  // namespace elto
