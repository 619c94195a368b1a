// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/stepwise_regression.hpp"

#include <algorithm>

#include "elto/core/random.hpp"

#include "support/error_message.hpp"
#include "support/sparse_law.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::sparse_law;

using Terms = std::vector<Index>;

TEST(Ssr, FindsASparseLaw) {
  for (const SsrRemoval removal : {SsrRemoval::coefficient, SsrRemoval::residual}) {
    EXPECT_EQ(ssr(sparse_law(), {.removal = removal}).terms, (Terms{1, 3}));
    EXPECT_EQ(ssr(sparse_law(), {.removal = removal, .kappa = 1e-3}).terms, (Terms{1, 3}));
  }
}

TEST(Ssr, APenaltyDecidesTheSize) {
  EXPECT_EQ(ssr(sparse_law(), {.kappa = 0.0}).terms.size(), 5u);
  EXPECT_EQ(ssr(sparse_law(), {.kappa = 1e9}).terms.size(), 1u);
}

TEST(Ssr, RemovesOneTermAtATime) {
  const std::vector<Equation> path = ssr_path(sparse_law(), {.removal = SsrRemoval::residual});
  ASSERT_EQ(path.size(), 5u);
  for (std::size_t i = 0; i < path.size(); ++i) EXPECT_EQ(path[i].terms.size(), i + 1);
  for (std::size_t i = 1; i < path.size(); ++i) {
    EXPECT_LE(path[i].residual, path[i - 1].residual);
    EXPECT_TRUE(std::ranges::includes(path[i].terms, path[i - 1].terms));
  }
}

// The oracle: of the equations with one term less, the one with the least residual.
TEST(Ssr, RemovesTheTermThatCostsLeast) {
  for (std::uint32_t seed = 1; seed <= 5; ++seed) {
    const Candidates made = sparse_law(seed);
    const std::vector<Equation> path = ssr_path(made, {.removal = SsrRemoval::residual});
    double least = 1e300;
    for (Index left_out = 0; left_out < 5; ++left_out) {
      Terms terms;
      for (Index j = 0; j < 5; ++j)
        if (j != left_out) terms.push_back(j);
      least = std::min(least, least_squares(made, terms).residual);
    }
    EXPECT_NEAR(path[3].residual, least, 1e-12);
  }
}

TEST(Ssr, SaysWhatIsWrong) {
  EXPECT_REFUSED(ssr(sparse_law(), {.ridge = -1.0}), "ridge: must be at least 0");
  EXPECT_REFUSED(ssr(sparse_law(), {.kappa = -1.0}), "kappa: must be at least 0");
}

}  // namespace
}  // namespace elto
