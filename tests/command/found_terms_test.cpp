// SPDX-License-Identifier: Apache-2.0
#include "found_terms.hpp"

#include "elto/core/random.hpp"
#include "elto/discovery/information_criteria.hpp"

#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

Candidates two_of_three() {
  Rng rng(1);
  Candidates made{.terms = rng.normal(200, 3), .response = {}, .names = {"a", "b", "c"}};
  made.response = 2.0 * made.terms.col(0) - made.terms.col(2) + 0.1 * rng.normal(200, 1);
  return made;
}

TEST(FoundTerms, HaveIntervalsOfTheConfidence) {
  const Candidates candidates = two_of_three();
  const Equation equation = least_squares(candidates, {0, 2});
  const std::vector<FoundTerm> terms = found_terms(equation, candidates.names, 0.95);
  ASSERT_EQ(terms.size(), 3u);
  EXPECT_TRUE(terms[0].in_equation);
  EXPECT_FALSE(terms[1].in_equation);
  EXPECT_NEAR(terms[2].high - terms[2].low, 2.0 * 1.959964 * equation.standard_errors[1], 1e-6);
  EXPECT_EQ(terms[2].coefficient, equation.coefficients[1]);
}

TEST(FoundTerms, PathHasTheBestOfEachNumber) {
  FoundEquation equation;
  std::vector<std::string> warnings;
  add_path(equation, two_of_three(), {}, warnings);
  ASSERT_EQ(equation.path.size(), 3u);
  EXPECT_EQ(equation.path[0].terms, (std::vector<std::string>{"a"}));
  EXPECT_EQ(equation.path[1].terms, (std::vector<std::string>{"a", "c"}));
  EXPECT_LT(equation.path[1].bic, equation.path[2].bic);
  EXPECT_LT(equation.path[1].bic, equation.path[1].ubic);
  EXPECT_TRUE(warnings.empty());
}

TEST(FoundTerms, PathIsThatOfRulesThatTrySubsets) {
  FoundEquation equation;
  std::vector<std::string> warnings;
  add_path(equation, two_of_three(), {.size = 2}, warnings);
  EXPECT_TRUE(equation.path.empty());
}

TEST(FoundTerms, WarnIfSomeDependOnOthers) {
  Candidates candidates = two_of_three();
  candidates.terms.col(1) = candidates.terms.col(0) + candidates.terms.col(2);
  FoundEquation equation{.left = "u_t"};
  std::vector<std::string> warnings;
  add_path(equation, candidates, {}, warnings);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_SAYS(warnings.front(), "u_t: of 3 terms only 2 are independent");
}

}  // namespace
}  // namespace elto::command
