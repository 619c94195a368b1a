// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/best_subsets.hpp"

#include "elto/core/random.hpp"

#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Candidates random_candidates(Index rows, Index count, std::uint32_t seed) {
  Rng rng(seed);
  Candidates made{.terms = rng.normal(rows, count), .response = rng.normal(rows, 1)};
  for (Index j = 1; j < count; ++j) made.terms.col(j) += 0.7 * made.terms.col(j - 1);
  for (Index j = 0; j < count; ++j) made.names.push_back(concat("f", j));
  return made;
}

// The oracle: every subset by least squares.
TEST(BestSubsets, AreTheBestOfAll) {
  for (std::uint32_t seed = 1; seed <= 10; ++seed) {
    const Index p = 7;
    const Candidates made = random_candidates(30, p, seed);
    std::vector<Equation> expected(static_cast<std::size_t>(p), Equation{.residual = 1e300});
    for (int mask = 1; mask < 1 << p; ++mask) {
      std::vector<Index> terms;
      for (Index j = 0; j < p; ++j)
        if ((mask >> j & 1) != 0) terms.push_back(j);
      const Equation fit = least_squares(made, terms);
      Equation& best = expected[terms.size() - 1];
      if (fit.residual < best.residual) best = fit;
    }
    const std::vector<Equation> found = best_subsets(made);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i].terms, expected[i].terms);
    EXPECT_EQ(best_subsets(made, 3).size(), 3u);
  }
}

TEST(BestSubsets, LeaveOutWhatDependsOnOthers) {
  Candidates made = random_candidates(40, 4, 1);
  made.terms.col(2) = made.terms.col(0) - 3.0 * made.terms.col(1);
  EXPECT_EQ(best_subsets(made).size(), 3u);
  made.terms.col(3).setZero();
  EXPECT_EQ(best_subsets(made).size(), 2u);
}

// A column in other units is the same term.
TEST(BestSubsets, DoNotDependOnUnits) {
  Candidates made = random_candidates(40, 6, 2);
  const std::vector<Equation> before = best_subsets(made);
  made.terms.col(1) *= 1e9;
  made.terms.col(4) *= 1e-9;
  const std::vector<Equation> after = best_subsets(made);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(before[i].terms, after[i].terms);
}

TEST(BestSubsets, SayWhatIsWrong) {
  const Candidates many = random_candidates(60, 30, 1);
  EXPECT_REFUSED(best_subsets(many),
                 "largest_size: must be small enough for a million subsets of 30 terms, got 30");
  EXPECT_EQ(best_subsets(many, 3).size(), 3u);
  EXPECT_REFUSED(best_subsets(many, 31), "largest_size: must be at least 0 and at most the 30");
}

}  // namespace
}  // namespace elto
