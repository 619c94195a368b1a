// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/term_search.hpp"

#include "learn/swept_terms.hpp"

namespace elto {

TermSet search_terms(const TermEvidence& evidence, const std::vector<char>& start, double least) {
  SweptTerms swept(evidence, start);
  const Index K = swept.count();
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
