// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/term_search.hpp"

#include <cmath>

namespace elto {
namespace {

constexpr double kDependent = 1e-9;  // of its variance is left of a term beside those that are in

/// [G h; h^T 0] in units of the prior, swept over the terms that are in.
class Swept {
 public:
  explicit Swept(const TermEvidence& evidence)
      : width_(evidence.precision.cwiseSqrt().cwiseInverse()) {
    const Index K = width_.size();
    table_.resize(K + 1, K + 1);
    table_.topLeftCorner(K, K) = width_.asDiagonal() * evidence.information * width_.asDiagonal();
    table_.diagonal().array() += 1.0;
    table_.col(K).head(K) = width_.cwiseProduct(evidence.pull);
    table_.row(K) = table_.col(K).transpose();
    alone_ = table_.diagonal();
    in_.assign(static_cast<std::size_t>(K), 0);
  }

  Index count() const { return width_.size(); }
  bool in(Index k) const { return in_[static_cast<std::size_t>(k)] != 0; }
  const std::vector<char>& set() const { return in_; }
  double coefficient(Index k) const { return in(k) ? width_[k] * table_(k, count()) : 0.0; }

  /// A term changes sides.
  void flip(Index k) {
    const double pivot = table_(k, k), sign = in(k) ? -1.0 : 1.0;
    const Vector column = table_.col(k);
    table_ -= column * column.transpose() / pivot;
    table_.col(k) = sign * column / pivot;
    table_.row(k) = table_.col(k).transpose();
    table_(k, k) = -1.0 / pivot;
    in_[static_cast<std::size_t>(k)] ^= 1;
  }

  double gain_of_coming(Index k) const { return coming(k, table_(k, k), table_(k, count())); }
  double gain_of_going(Index k) const {
    const double variance = -table_(k, k), theta = table_(k, count());
    return -0.5 * theta * theta / variance - 0.5 * std::log(variance);
  }
  /// Of `k` in the place of `other`.
  double gain_of_change(Index k, Index other) const {
    const double variance = -table_(other, other), shared = table_(k, other);
    return gain_of_going(other) +
           coming(k, table_(k, k) + shared * shared / variance,
                  table_(k, count()) + shared * table_(other, count()) / variance);
  }

 private:
  /// By what is left of its variance and its pull beside those that are in.
  double coming(Index k, double left, double pull) const {
    if (!(left > kDependent * alone_[k])) return 0.0;
    return 0.5 * pull * pull / left - 0.5 * std::log(left);
  }

  Vector width_, alone_;
  Matrix table_;
  std::vector<char> in_;
};

}  // namespace

TermSet search_terms(const TermEvidence& evidence, const std::vector<char>& start, double least) {
  Swept swept(evidence);
  const Index K = swept.count();
  for (Index k = 0; k < K; ++k)
    if (start[static_cast<std::size_t>(k)]) swept.flip(k);
  TermSet result;
  for (Index moves = 0; moves < 4 * K; ++moves) {
    double best = least;
    Index one = -1, other = -1;
    const auto consider = [&](double gain, Index k, Index place) {
      if (!(gain > best)) return;
      best = gain;
      one = k;
      other = place;
    };
    for (Index k = 0; k < K; ++k) {
      if (swept.in(k)) {
        consider(swept.gain_of_going(k), k, -1);
        continue;
      }
      consider(swept.gain_of_coming(k), k, -1);
      for (Index place = 0; place < K; ++place)
        if (swept.in(place)) consider(swept.gain_of_change(k, place), k, place);
    }
    if (one < 0) break;
    if (other >= 0) swept.flip(other);
    swept.flip(one);
    result.gain += best;
  }
  result.in = swept.set();
  result.coefficients.resize(K);
  for (Index k = 0; k < K; ++k) result.coefficients[k] = swept.coefficient(k);
  return result;
}

}  // namespace elto
