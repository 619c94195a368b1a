// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/information_criteria.hpp"

#include <cmath>

#include "elto/core/random.hpp"
#include "elto/discovery/best_subsets.hpp"
#include "elto/discovery/weak_form.hpp"
#include "elto/systems/field_equations.hpp"
#include "elto/systems/noisy_field.hpp"

#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using Terms = std::vector<Index>;

struct Scored {
  Candidates candidates = {};
  std::vector<Equation> equations = {};
  std::vector<SizeScore> scores = {};
};

Scored scored(const Field& clean) {
  Rng rng(0);
  Scored made{.candidates = weak_candidates(add_noise(clean, 0.5, rng).observed)};
  made.equations = best_subsets(made.candidates);
  made.scores = score(made.candidates, made.equations);
  return made;
}

void expect_scores(const Scored& made, const std::vector<SizeScore>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(made.scores[i].bic, expected[i].bic, 2e-4) << i;
    EXPECT_NEAR(made.scores[i].uncertainty, expected[i].uncertainty, 1e-5) << i;
  }
}

// Computed independently on the same field, 50 % noise of seed 0.
TEST(InformationCriteria, BurgersHasTheKnownScores) {
  const Scored made = scored(burgers());
  const std::vector<Terms> terms = {{4},
                                    {3, 4},
                                    {2, 3, 4},
                                    {1, 2, 3, 4},
                                    {0, 1, 2, 3, 4},
                                    {0, 1, 2, 3, 4, 6},
                                    {0, 1, 2, 3, 4, 6, 7}};
  for (std::size_t i = 0; i < terms.size(); ++i) EXPECT_EQ(made.equations[i].terms, terms[i]);
  EXPECT_NEAR(made.equations[0].residual, 0.33124489, 1e-7);
  EXPECT_NEAR(made.equations[1].residual, 0.29027914, 1e-7);
  EXPECT_NEAR(made.equations[2].residual, 0.28818382, 1e-7);
  expect_scores(made, {{.bic = -11728.2445, .uncertainty = 1.018873},
                       {.bic = -11984.6735, .uncertainty = 1.0},
                       {.bic = -11991.5616, .uncertainty = 3.207683},
                       {.bic = -12002.0889, .uncertainty = 3.797588},
                       {.bic = -12007.3909, .uncertainty = 4.777458},
                       {.bic = -12006.4882, .uncertainty = 4.974536},
                       {.bic = -11999.5525, .uncertainty = 5.813348},
                       {.bic = -11992.5124, .uncertainty = 17.690859}});
  const UbicChoice choice = ubic_choice(made.scores, 2000);
  EXPECT_EQ(choice.size, 2);
  EXPECT_NEAR(choice.threshold, 0.0061244803, 1e-8);
  EXPECT_NEAR(choice.largest_lambda, 3.19776105, 1e-6);
  EXPECT_LE(choice.lambda, choice.largest_lambda);
  EXPECT_NEAR(ubic(made.scores[1], 2000, 0.0), made.scores[1].bic + std::log(2000.0), 1e-9);
  EXPECT_EQ(bic_size(made.scores), 5);
  EXPECT_EQ(aic_size(made.scores), 6);
  // The row of the table: u_xx and u u_x.
  EXPECT_NEAR(made.equations[1].coefficients[0], 0.076843, 2e-6);
  EXPECT_NEAR(made.equations[1].coefficients[1], -0.959286, 2e-6);
}

TEST(InformationCriteria, TheShockHasTheKnownScores) {
  const Scored made = scored(burgers_shock());
  const std::vector<Terms> terms = {{4}, {4, 7}, {0, 4, 7}};
  for (std::size_t i = 0; i < terms.size(); ++i) EXPECT_EQ(made.equations[i].terms, terms[i]);
  EXPECT_NEAR(made.equations[0].residual, 0.056790534, 1e-8);
  EXPECT_NEAR(made.equations[1].residual, 0.056380457, 1e-8);
  EXPECT_NEAR(made.equations[2].residual, 0.055994189, 1e-8);
  expect_scores(made, {{.bic = -15255.2211, .uncertainty = 1.0},
                       {.bic = -15262.1144, .uncertainty = 1.082128},
                       {.bic = -15268.2628, .uncertainty = 2.441621}});
  const UbicChoice choice = ubic_choice(made.scores, 2000);
  EXPECT_EQ(choice.size, 2);
  EXPECT_NEAR(choice.threshold, 0.00043960967, 1e-9);
  EXPECT_NEAR(choice.largest_lambda, 3.30255335, 1e-6);
  EXPECT_EQ(bic_size(made.scores), 3);
  EXPECT_EQ(aic_size(made.scores), 6);
  EXPECT_NEAR(made.equations[1].coefficients[0], -0.4643655, 2e-6);
  EXPECT_NEAR(made.equations[1].coefficients[1], 1.627556e-4, 2e-9);
}

// Other settings of UBIC choose the same here.
TEST(InformationCriteria, UbicIsNotSensitiveToItsSettings) {
  for (const Scored& made : {scored(burgers()), scored(burgers_shock())}) {
    for (const Index steps : {2, 5, 10})
      EXPECT_EQ(ubic_choice(made.scores, 2000, {.steps = steps}).size, 2);
    for (const double percentile : {60.0, 90.0})
      EXPECT_EQ(ubic_choice(made.scores, 2000, {.percentile = percentile}).size, 2);
  }
}

// Terms that explain nothing are not chosen, those that explain everything are.
TEST(InformationCriteria, FindTheTermsOfAnExactLaw) {
  Rng rng(1);
  Candidates made{.terms = rng.normal(300, 6), .names = {"a", "b", "c", "d", "e", "f"}};
  made.response = made.terms.col(1) - 2.0 * made.terms.col(4) + 0.01 * rng.normal(300, 1);
  const std::vector<Equation> equations = best_subsets(made);
  const std::vector<SizeScore> scores = score(made, equations);
  EXPECT_EQ(ubic_choice(scores, 300).size, 2);
  made.response = made.terms.col(1) - 2.0 * made.terms.col(4);  // no residual at all
  EXPECT_EQ(ubic_choice(score(made, best_subsets(made)), 300).size, 2);
}

TEST(InformationCriteria, OneSizeIsTheOnlyChoice) {
  Rng rng(1);
  Candidates made{.terms = rng.normal(30, 1), .response = rng.normal(30, 1), .names = {"a"}};
  const UbicChoice choice = ubic_choice(score(made, best_subsets(made)), 30);
  EXPECT_EQ(choice.size, 1);
  EXPECT_EQ(choice.threshold, 1.0 / 40.0);
}

TEST(InformationCriteria, SayWhatIsWrong) {
  EXPECT_REFUSED(ubic_choice({}, 10), "scores: must be at least 1, got 0");
  EXPECT_REFUSED(ubic_choice({SizeScore{}}, 10, {.steps = 0}), "steps: must be at least 1");
  EXPECT_REFUSED(ubic_choice({SizeScore{}}, 10, {.percentile = 101.0}),
                 "percentile: must be in [0, 100]");
}

}  // namespace
}  // namespace elto
