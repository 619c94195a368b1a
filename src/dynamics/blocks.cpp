// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/blocks.hpp"

#include <algorithm>
#include <utility>

#include "linalg/known_size.hpp"

namespace elto {
namespace {

constexpr double kSettled = 1e-13;  // change of a correlation from row to row

}  // namespace

Blocks::Blocks(std::vector<Index> sizes) : size_(std::move(sizes)) {
  for (const Index size : size_) {
    begin_.push_back(states_);
    states_ += size;
  }
  room_.resize(static_cast<std::size_t>(states_ * states_));
}

void Blocks::multiply(const double* G, double* x) {
  double* y = room_.data();
  for (std::size_t b = 0; b < begin_.size(); ++b) {
    const Index k = size_[b];
    const double* Gb = G + begin_[b] * (states_ + 1);
    double* xb = x + begin_[b];
    if (k == 1) {
      xb[0] *= Gb[0];
    } else if (k == 2) {
      const double first = Gb[0] * xb[0] + Gb[states_] * xb[1];
      xb[1] = Gb[1] * xb[0] + Gb[states_ + 1] * xb[1];
      xb[0] = first;
    } else {
      std::fill_n(y, k, 0.0);
      for (Index l = 0; l < k; ++l)
        for (Index i = 0; i < k; ++i) y[i] += Gb[l * states_ + i] * xb[l];
      std::copy_n(y, k, xb);
    }
  }
}

/// W = A G^T, whose columns are sums of a few columns of A, then what G W has on its diagonal and
/// below, written to both sides.
void Blocks::transform(const double* G, double* A) {
  double* W = room_.data();
  with_known_size(states_, [&](auto size) {
    const Index n = size;
    for (std::size_t b = 0; b < begin_.size(); ++b)
      for (Index j = begin(b); j < end(b); ++j) {
        double* w = W + j * n;
        for (Index i = 0; i < n; ++i) w[i] = G[begin(b) * n + j] * A[begin(b) * n + i];
        for (Index l = begin(b) + 1; l < end(b); ++l)
          for (Index i = 0; i < n; ++i) w[i] += G[l * n + j] * A[l * n + i];
      }
    for (std::size_t b = 0; b < begin_.size(); ++b)
      for (Index i = begin(b); i < end(b); ++i)
        for (Index j = 0; j <= i; ++j) {
          double sum = G[begin(b) * n + i] * W[j * n + begin(b)];
          for (Index l = begin(b) + 1; l < end(b); ++l) sum += G[l * n + i] * W[j * n + l];
          A[j * n + i] = A[i * n + j] = sum;
        }
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
