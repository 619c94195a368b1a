// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/discover_pde.hpp"

#include <algorithm>
#include <cmath>

#include "elto/systems/field_equations.hpp"
#include "elto/systems/noisy_field.hpp"

#include "support/error_message.hpp"
#include "support/noisy_field.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::noisy;

const PdeTerm& term(const PdeDiscovery& found, std::string_view name) {
  return *std::ranges::find(found.terms, name, &PdeTerm::name);
}

// Over 50 draws, computed independently: u u_x -0.976 +- 0.022, u_xx 0.0726 +- 0.0042.
TEST(DiscoverPde, FindsBurgersUnderNoise) {
  const PdeDiscovery found = discover_pde(noisy(burgers()), {.draws = 50});
  EXPECT_EQ(found.equation, (std::vector<Index>{3, 4}));
  EXPECT_EQ(found.agreeing, 49);
  const PdeTerm& wave = term(found, "u u_x");
  const PdeTerm& diffusion = term(found, "u_xx");
  const double population = std::sqrt(49.0 / 50.0);  // there spreads are divided by all draws
  EXPECT_NEAR(wave.coefficient, -0.976, 0.0005);
  EXPECT_NEAR(population * wave.spread, 0.022, 0.0005);
  EXPECT_NEAR(diffusion.coefficient, 0.0726, 0.00006);
  EXPECT_NEAR(population * diffusion.spread, 0.0042, 0.00005);
  EXPECT_EQ(wave.chosen, 50);
}

TEST(DiscoverPde, TheShockIsLessCertain) {
  const PdeDiscovery found = discover_pde(noisy(burgers_shock()), {.draws = 50});
  EXPECT_EQ(term(found, "u^2 u_xx").chosen, 32);
  EXPECT_LT(found.agreeing, 40);
}

TEST(DiscoverPde, IntervalsHoldSpreadAndRegression) {
  const PdeDiscovery found = discover_pde(noisy(burgers()), {.draws = 4, .confidence = 0.95});
  const PdeTerm& wave = term(found, "u u_x");
  const double reach = 1.959963984540054 * std::hypot(wave.spread, wave.standard_error);
  EXPECT_NEAR(wave.high, wave.coefficient + reach, 1e-12);
  EXPECT_NEAR(wave.low, wave.coefficient - reach, 1e-12);
  EXPECT_GT(wave.standard_error, 0.0);
  EXPECT_EQ(term(found, "u").low, 0.0);
}

TEST(DiscoverPde, DoesNotDependOnThreads) {
  const Field field = noisy(burgers());
  const PdeDiscovery one = discover_pde(field, {.draws = 5, .threads = 1}),
                     three = discover_pde(field, {.draws = 5, .threads = 3});
  EXPECT_EQ(one.equation, three.equation);
  for (std::size_t i = 0; i < one.terms.size(); ++i) {
    EXPECT_EQ(one.terms[i].coefficient, three.terms[i].coefficient);
    EXPECT_EQ(one.terms[i].chosen, three.terms[i].chosen);
  }
}

// Published figures of the same method without denoising: KdV to order 3, KS to order 4.
TEST(DiscoverPde, FindsEquationsOfHigherOrder) {
  const PdeDiscovery kdv = discover_pde(noisy(korteweg_de_vries()),
                                        {.weak = {.terms = {.highest_order = 3}}, .draws = 1});
  EXPECT_EQ(to_text(kdv), "u_t = -0.8632 u_xxx - 5.703 u u_x");
  const PdeDiscovery ks = discover_pde(noisy(kuramoto_sivashinsky()),
                                       {.weak = {.terms = {.highest_order = 4}}, .draws = 1});
  EXPECT_EQ(to_text(ks), "u_t = -0.9764 u_xx - 0.978 u_xxxx - 0.9862 u u_x");
}

TEST(DiscoverPde, OneDrawHasNoSpread) {
  const PdeDiscovery found =
      discover_pde(noisy(burgers()), {.selection = FixedSize{2}, .draws = 1});
  EXPECT_EQ(found.agreeing, 1);
  EXPECT_EQ(term(found, "u u_x").spread, 0.0);
  EXPECT_NEAR(term(found, "u u_x").coefficient, -0.959286, 2e-6);
}

TEST(DiscoverPde, SaysWhatIsWrong) {
  EXPECT_REFUSED(discover_pde(burgers(), {.draws = 0}), "draws: must be at least 1, got 0");
  EXPECT_REFUSED(discover_pde(burgers(), {.confidence = 1.0}), "confidence: must be in (0, 1)");
}

}  // namespace
}  // namespace elto
