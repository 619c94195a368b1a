// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/blocks.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace elto {
namespace {

constexpr double kSettled = 1e-13;  // change of a correlation from row to row

/// Calls what(size), with a constant where blocks are as small as they mostly are.
template <class What>
void with_size(Index size, What what) {
  if (size == 1) return what(std::integral_constant<Index, 1>());
  if (size == 2) return what(std::integral_constant<Index, 2>());
  if (size == 3) return what(std::integral_constant<Index, 3>());
  what(size);
}

}  // namespace

Blocks::Blocks(std::vector<Index> sizes) : size_(std::move(sizes)) {
  Index largest = 0;
  for (const Index size : size_) {
    begin_.push_back(states_);
    states_ += size;
    largest = std::max(largest, size);
  }
  room_.resize(static_cast<std::size_t>(largest * largest));
}

void Blocks::multiply(const double* G, double* x) {
  double* y = room_.data();
  for (std::size_t b = 0; b < begin_.size(); ++b)
    with_size(size_[b], [&](auto size) {
      const Index k = size;
      const double* Gb = G + begin_[b] * (states_ + 1);
      double* xb = x + begin_[b];
      for (Index i = 0; i < k; ++i) {
        y[i] = 0.0;
        for (Index l = 0; l < k; ++l) y[i] += Gb[l * states_ + i] * xb[l];
      }
      std::copy_n(y, k, xb);
    });
}

/// The blocks below its diagonal, each written to both sides.
void Blocks::transform(const double* G, double* A) {
  const Index n = states_;
  double* T = room_.data();
  for (std::size_t a = 0; a < begin_.size(); ++a)
    for (std::size_t b = 0; b <= a; ++b)
      with_size(size_[a], [&](auto p) {
        with_size(size_[b], [&](auto q) {
          const Index rows = p, cols = q;
          const double *Ga = G + begin_[a] * (n + 1), *Gb = G + begin_[b] * (n + 1);
          double *lower = A + begin_[b] * n + begin_[a], *upper = A + begin_[a] * n + begin_[b];
          for (Index j = 0; j < cols; ++j)
            for (Index i = 0; i < rows; ++i) {
              double sum = 0.0;
              for (Index l = 0; l < rows; ++l) sum += Ga[l * n + i] * lower[j * n + l];
              T[j * rows + i] = sum;
            }
          for (Index j = 0; j < cols; ++j)
            for (Index i = a == b ? j : 0; i < rows; ++i) {
              double sum = 0.0;
              for (Index l = 0; l < cols; ++l) sum += T[l * rows + i] * Gb[l * n + j];
              lower[j * n + i] = upper[i * n + j] = sum;
            }
        });
      });
}

void Blocks::add(const double* Q, double* A) const {
  for (std::size_t b = 0; b < begin_.size(); ++b)
    for (Index l = begin(b); l < end(b); ++l)
      for (Index i = begin(b); i < end(b); ++i) A[l * states_ + i] += Q[l * states_ + i];
}

bool settled(const double* now, const double* before, Index states) {
  for (Index j = 0; j < states; ++j)
    for (Index i = 0; i <= j; ++i) {
      const double change = now[j * states + i] - before[j * states + i];
      const double size = now[i * states + i] * now[j * states + j];
      if (!(change * change <= kSettled * kSettled * size)) return false;
    }
  return true;
}

}  // namespace elto
