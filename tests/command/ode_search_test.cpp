// SPDX-License-Identifier: Apache-2.0
#include "ode_search.hpp"

#include <cmath>

#include "elto/systems/lotka_volterra.hpp"

#include "equation_text.hpp"
#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

Series animals(double noise = 0.0) {
  Rng rng(1);
  return lotka_volterra({.noise = noise}, rng).observed;
}

OdeSearch regression(Index size = 0) {
  return {.method = OdeMethod::regression, .selection = {.size = size}};
}

CoefficientError error_of(const OdeFound& found) {
  std::vector<Coefficient> coefficients = coefficients_of(found.equations[0], "predator");
  for (const Coefficient& each : coefficients_of(found.equations[1], "prey"))
    coefficients.push_back(each);
  return coefficient_error(coefficients, {{"predator", "predator", -0.84},
                                          {"predator", "predator prey", 0.026},
                                          {"prey", "prey", 0.55},
                                          {"prey", "predator prey", -0.028}});
}

TEST(OdeSearch, FindsTermsAndMatchesTheTrajectory) {
  const OdeFound found = find_ode(animals(), animals(), regression(2));
  const CoefficientError error = error_of(found);
  EXPECT_TRUE(error.right_terms);
  EXPECT_LT(error.mean_relative, 1e-4);
  ASSERT_TRUE(found.match.has_value());
  EXPECT_LT((found.trajectory - animals().values).cwiseAbs().maxCoeff(), 0.01);
  EXPECT_EQ(found.equations[0].left, "predator'");
  EXPECT_EQ(find_ode(animals(), animals(), regression()).equations[0].path.size(), 6u);
  EXPECT_EQ(found.equations[0].draws, 0);
}

TEST(OdeSearch, RegressionAloneIsThatOfTheLibrary) {
  const OdeFound found =
      find_ode(animals(), animals(), {.method = OdeMethod::regression, .match = false});
  const Ode expected = discover_ode(animals());
  EXPECT_FALSE(found.match.has_value());
  EXPECT_EQ(concat(found.equations[0].text, "\n", found.equations[1].text, "\n"),
            to_text(expected));
  EXPECT_EQ(found.trajectory.rows(), 200);
}

TEST(OdeSearch, LetsTrajectoriesSayHowManyTerms) {
  const OdeFound found = find_ode(animals(0.1), animals(0.1), {.method = OdeMethod::trajectories});
  const CoefficientError error = error_of(found);
  EXPECT_TRUE(error.right_terms);
  EXPECT_LT(error.mean_relative, 0.03);
  EXPECT_TRUE(found.equations[0].path.empty());
}

// Cubic equations of noise: some trajectories overflow.
TEST(OdeSearch, KeepsTheRegressionIfTheTrajectoryOverflows) {
  const OdeSearch search{.method = OdeMethod::regression, .degree = 3, .selection = {.size = 10}};
  OdeSearch without_match = search;
  without_match.match = false;
  Index overflows = 0;
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    const Series noise(rng.normal(40, 2));
    const OdeFound found = find_ode(noise, noise, search);
    if (found.match) continue;
    ++overflows;
    EXPECT_SAYS(found.warnings.front(), "overflows at row");
    EXPECT_EQ(found.equations[0].text, find_ode(noise, noise, without_match).equations[0].text);
  }
  EXPECT_GT(overflows, 0);
}

TEST(OdeSearch, RefusesWhatItCannotDo) {
  EXPECT_REFUSED(
      find_ode(animals(), animals(), {.method = OdeMethod::regression, .confidence = 1.0}),
      "confidence: must be in (0, 1)");
  const Series few(Matrix::Random(5, 2));
  EXPECT_REFUSED(find_ode(few, few, regression()), "rows: must be more than the 6 terms, got 5");
}

}  // namespace
}  // namespace elto::command
