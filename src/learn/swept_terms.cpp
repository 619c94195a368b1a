// SPDX-License-Identifier: Apache-2.0
#include "learn/swept_terms.hpp"

#include <cmath>
#include <limits>

namespace elto {
namespace {

constexpr double kDependent = 1e-9;  // of its variance is left of a term beside those that are in

}  // namespace

SweptTerms::SweptTerms(const TermEvidence& evidence, const std::vector<char>& start)
    : width_(evidence.precision.cwiseSqrt().cwiseInverse()) {
  const Index K = count();
  table_.resize(K + 1, K + 1);
  table_.topLeftCorner(K, K) = width_.asDiagonal() * evidence.information * width_.asDiagonal();
  table_.diagonal().array() += 1.0;
  table_.col(K).head(K) = width_.cwiseProduct(evidence.pull);
  table_.row(K) = table_.col(K).transpose();
  alone_ = table_.diagonal();
  in_.assign(start.size(), 0);
  for (Index k = 0; k < K; ++k)
    if (start[static_cast<std::size_t>(k)]) flip(k);
}

void SweptTerms::flip(Index k) {
  const double pivot = table_(k, k), sign = in(k) ? -1.0 : 1.0;
  const Vector column = table_.col(k);
  table_ -= column * column.transpose() / pivot;
  table_.col(k) = sign * column / pivot;
  table_.row(k) = table_.col(k).transpose();
  table_(k, k) = -1.0 / pivot;
  in_[static_cast<std::size_t>(k)] ^= 1;
}

double SweptTerms::gain_of_going(Index k) const {
  const double variance = -table_(k, k), theta = table_(k, count());
  return -0.5 * theta * theta / variance - 0.5 * std::log(variance);
}

double SweptTerms::gain_of_change(Index k, Index other) const {
  const double variance = -table_(other, other), shared = table_(k, other);
  return gain_of_going(other) +
         coming(k, table_(k, k) + shared * shared / variance,
                table_(k, count()) + shared * table_(other, count()) / variance);
}

/// By what is left of its variance and its pull beside those that are in; what these make up never
/// comes.
double SweptTerms::coming(Index k, double left, double pull) const {
  if (!(left > kDependent * alone_[k])) return -std::numeric_limits<double>::infinity();
  return 0.5 * pull * pull / left - 0.5 * std::log(left);
}

}  // namespace elto
