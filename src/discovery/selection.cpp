// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/selection.hpp"

#include <utility>
#include <vector>

#include "elto/core/error.hpp"
#include "elto/discovery/best_subsets.hpp"

namespace elto {
namespace {

template <class Choose>
Equation best_of(const Candidates& candidates, Index largest_size, const Choose& choose) {
  std::vector<Equation> equations = best_subsets(candidates, largest_size);
  require(!equations.empty(), "terms", "not all 0", "only such");
  const Index size = choose(score(candidates, equations));
  return std::move(equations[static_cast<std::size_t>(size - 1)]);
}

Equation selected(const Candidates& candidates, const Ubic& rule) {
  return best_of(candidates, rule.largest_size, [&](const std::vector<SizeScore>& scores) {
    return ubic_choice(scores, candidates.rows(), rule.options).size;
  });
}

Equation selected(const Candidates& candidates, const Bic& rule) {
  return best_of(candidates, rule.largest_size, bic_size);
}

Equation selected(const Candidates& candidates, const Aic& rule) {
  return best_of(candidates, rule.largest_size, aic_size);
}

Equation selected(const Candidates& candidates, const FixedSize& rule) {
  require(rule.size >= 1, "size", "at least 1", rule.size);
  return best_of(candidates, rule.size,
                 [](const std::vector<SizeScore>& scores) { return std::ssize(scores); });
}

Equation selected(const Candidates& candidates, const Stlsq& rule) {
  return stlsq(candidates, rule);
}

Equation selected(const Candidates& candidates, const Stridge& rule) {
  return stridge(candidates, rule);
}

Equation selected(const Candidates& candidates, const Ssr& rule) {
  return ssr(candidates, rule);
}

}  // namespace

Equation select(const Candidates& candidates, const SelectionRule& rule) {
  return std::visit([&](const auto& each) { return selected(candidates, each); }, rule);
}

}  // namespace elto
