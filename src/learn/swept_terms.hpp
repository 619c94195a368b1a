// SPDX-License-Identifier: Apache-2.0
// [G h; h^T 0] with G = I + A^-1/2 N A^-1/2 and h = A^-1/2 b (learn/term_search.hpp), swept over
// the terms that are in. What the evidence gains by a term that comes, goes or takes the place of
// another is read off it.
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/learn/term_search.hpp"

namespace elto {

class SweptTerms {
 public:
  SweptTerms(const TermEvidence& evidence, const std::vector<char>& start);

  Index count() const { return width_.size(); }
  bool in(Index k) const { return in_[static_cast<std::size_t>(k)] != 0; }
  const std::vector<char>& set() const { return in_; }
  /// The likeliest; 0 of a term that is out.
  double coefficient(Index k) const { return in(k) ? width_[k] * table_(k, count()) : 0.0; }
  /// Of two terms that are in.
  double covariance(Index k, Index l) const { return -width_[k] * width_[l] * table_(k, l); }

  /// A term changes sides.
  void flip(Index k);

  double gain_of_coming(Index k) const { return coming(k, table_(k, k), table_(k, count())); }
  double gain_of_going(Index k) const;
  /// Of `k` in the place of `other`.
  double gain_of_change(Index k, Index other) const;

 private:
  double coming(Index k, double left, double pull) const;

  Vector width_, alone_;
  Matrix table_;
  std::vector<char> in_;
};

}  // namespace elto
