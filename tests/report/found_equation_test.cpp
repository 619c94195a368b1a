// SPDX-License-Identifier: Apache-2.0
#include "report/found_equation.hpp"

#include <cmath>

#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto::page {
namespace {

FoundTerm term(std::vector<Factor> factors, double coefficient, bool in_equation = true) {
  return {.factors = std::move(factors), .in_equation = in_equation, .coefficient = coefficient};
}

FoundEquation burgers() {
  return {
      .left_factor = {.symbol = "u", .index = "t"},
      .terms = {term({{.symbol = "u"}}, 9.0, false), term({{.symbol = "u", .index = "xx"}}, 0.1),
                term({{.symbol = "u", .index = "", .power = 2}}, -1.0)}};
}

TEST(FoundEquation, HasOnlyItsTermsInMathml) {
  EXPECT_EQ(to_mathml(burgers()),
            "<math><msub><mi>u</mi><mrow><mi>t</mi></mrow></msub><mo>=</mo><mn>0.1</mn>"
            "<mspace width=\"0.2em\"/><msub><mi>u</mi><mrow><mi>x</mi><mi>x</mi></mrow></msub>"
            "</math> <math><mo form=\"infix\">\u2212</mo><mn>1</mn><mspace width=\"0.2em\"/>"
            "<msup><mi>u</mi><mn>2</mn></msup></math>");
}

TEST(FoundEquation, BeginsWithASignOnlyIfItIsMinus) {
  FoundEquation equation = burgers();
  equation.terms[1].coefficient = -0.1;
  EXPECT_SAYS(to_mathml(equation), "<mo>=</mo><mo form=\"prefix\">\u2212</mo><mn>0.1</mn>");
}

TEST(FoundEquation, WritesSmallNumbersWithPowersOfTen) {
  FoundEquation equation = burgers();
  equation.terms[1].coefficient = 1.5e-7;
  EXPECT_SAYS(to_mathml(equation),
              "<mn>1.5</mn><mo>\u00b7</mo><msup><mn>10</mn><mrow><mo>\u2212</mo><mn>7</mn></mrow>");
}

TEST(FoundEquation, WithoutTermsIsZero) {
  EXPECT_SAYS(to_mathml(FoundEquation{.left_factor = {.symbol = "x"}}), "<mo>=</mo><mn>0</mn>");
}

TEST(FoundEquation, SaysHowMuchLikelierWithFewDigits) {
  EXPECT_EQ(ratio_text(std::log(1.234)), "1.2 : 1");
  EXPECT_EQ(ratio_text(std::log(1234.4)), "1234 : 1");
  EXPECT_EQ(ratio_text(2.5 * std::log(100.0)), "10^5 : 1");
  EXPECT_EQ(ratio_text(1e5), "10^43429 : 1");
}

TEST(FoundEquation, EscapesNamesOfChannels) {
  EXPECT_EQ(to_mathml(term({{.symbol = "a<b"}}, 1.0)), "<math><mi>a&lt;b</mi></math>");
  EXPECT_EQ(to_mathml(term({}, 1.0)), "<math><mn>1</mn></math>");
}

}  // namespace
}  // namespace elto::page
