// SPDX-License-Identifier: Apache-2.0
#include "equation_text.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

FoundEquation sample_equation() {
  return {.text = "u_t = 0.1 u_xx",
          .terms = {{.name = "u", .factors = {}, .chosen = 1},
                    {.name = "u^2"},
                    {.name = "u_xx",
                     .factors = {},
                     .in_equation = true,
                     .chosen = 20,
                     .coefficient = 0.1,
                     .spread = 0.01,
                     .standard_error = 0.02,
                     .low = 0.05,
                     .high = 0.15}},
          .draws = 20,
          .agreeing = 19,
          .path = {{.terms = {"u_xx"}, .bic = 1.0, .ubic = 2.0}}};
}

TEST(EquationText, HasALineForEachTermThatWasEverChosen) {
  EXPECT_EQ(
      lines_of(sample_equation()),
      (std::vector<std::string>{
          "u_t = 0.1 u_xx", "  term  coefficient  90 % interval  spread  std. error  chosen by",
          "  u     -            -              -       -           1 of 20",
          "  u_xx  0.1          0.05 to 0.15   0.01    0.02        20 of 20"}));
}

TEST(EquationText, HasNothingAboutDrawsWithoutDraws) {
  FoundEquation equation = sample_equation();
  equation.draws = 0;
  equation.terms[0].chosen = 0;
  add_truth(equation, {{"", "u_xx", 0.12}});
  EXPECT_EQ(lines_of(equation),
            (std::vector<std::string>{"u_t = 0.1 u_xx", "  term  coefficient  90 % interval  truth",
                                      "  u_xx  0.1          0.05 to 0.15   0.12"}));
}

TEST(EquationText, IsJsonWithEveryTerm) {
  const nlohmann::ordered_json object = to_json(sample_equation());
  EXPECT_EQ(object["equation"], "u_t = 0.1 u_xx");
  EXPECT_EQ(object["agreeing"], 19);
  ASSERT_EQ(object["terms"].size(), 3u);
  EXPECT_EQ(object["terms"][2]["coefficient"], 0.1);
  EXPECT_EQ(object["terms"][2]["spread"], 0.01);
  EXPECT_FALSE(object["terms"][0].contains("coefficient"));
  EXPECT_EQ(object["path"][0]["ubic"], 2.0);
}

TEST(EquationText, GivesTheCoefficientsThatAreNotZero) {
  EXPECT_EQ(coefficients_of(sample_equation(), "u"),
            (std::vector<Coefficient>{{"u", "u_xx", 0.1}}));
}

}  // namespace
}  // namespace elto::command
