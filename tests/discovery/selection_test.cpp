// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/selection.hpp"

#include "elto/core/random.hpp"
#include "elto/discovery/best_subsets.hpp"

#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using Terms = std::vector<Index>;

Candidates six_candidates() {
  Rng rng(1);
  Candidates made{.terms = rng.normal(200, 6), .names = {"a", "b", "c", "d", "e", "f"}};
  made.response = 2.0 * made.terms.col(1) - made.terms.col(3) + 0.01 * rng.normal(200, 1);
  return made;
}

TEST(Selection, EveryRuleFindsAClearLaw) {
  for (const SelectionRule& rule :
       {SelectionRule(Ubic{}), SelectionRule(Bic{}), SelectionRule(FixedSize{2}),
        SelectionRule(Stlsq{}), SelectionRule(Stridge{}), SelectionRule(Ssr{})})
    EXPECT_EQ(select(six_candidates(), rule).terms, (Terms{1, 3})) << rule.index();
}

TEST(Selection, SizesAreLimited) {
  EXPECT_EQ(select(six_candidates(), Aic{.largest_size = 1}).terms, (Terms{1}));
  EXPECT_EQ(select(six_candidates(), Ubic{.largest_size = 1}).terms.size(), 1u);
  EXPECT_EQ(select(six_candidates(), FixedSize{4}).terms, best_subsets(six_candidates())[3].terms);
}

TEST(Selection, SaysWhatIsWrong) {
  EXPECT_REFUSED(select(six_candidates(), FixedSize{0}), "size: must be at least 1, got 0");
  EXPECT_REFUSED(select(six_candidates(), FixedSize{7}), "largest_size: must be at least 0");
  Candidates empty = six_candidates();
  empty.terms.setZero();
  EXPECT_REFUSED(select(empty), "terms: must be not all 0");
}

}  // namespace
}  // namespace elto
