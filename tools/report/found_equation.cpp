// SPDX-License-Identifier: Apache-2.0
#include "report/found_equation.hpp"

#include <cmath>

#include "elto/core/text.hpp"

#include "report/html.hpp"

namespace elto {

std::string ratio_text(double log_ratio) {
  constexpr double kFewDigits = 10.0, kPlain = 10000.0;
  const double ratio = std::exp(log_ratio);
  if (ratio < kFewDigits) return concat(page::readable(ratio, 2), " : 1");
  if (ratio < kPlain) return concat(std::lround(ratio), " : 1");
  return concat("10^", std::floor(log_ratio / std::log(10.0)), " : 1");
}

namespace page {
namespace {

constexpr std::string_view kMinus = "\u2212", kTimes = R"(<mspace width="0.2em"/>)";

std::string identifier(std::string_view symbol) {
  return concat("<mi>", escape(symbol), "</mi>");
}

std::string number(const std::string& digits) {
  const std::size_t exponent = digits.find('e');
  if (exponent == std::string::npos) return concat("<mn>", digits, "</mn>");
  const double power = std::stod(digits.substr(exponent + 1));
  return concat("<mn>", digits.substr(0, exponent), "</mn><mo>\u00b7</mo><msup><mn>10</mn><mrow>",
                power < 0.0 ? concat("<mo>", kMinus, "</mo>") : "", "<mn>", std::abs(power),
                "</mn></mrow></msup>");
}

std::string factor(const Factor& part) {
  std::string base = identifier(part.symbol);
  if (!part.index.empty()) {
    std::string index;
    for (const char letter : part.index) index += identifier(std::string_view(&letter, 1));
    return concat("<msub>", base, "<mrow>", index, "</mrow></msub>");
  }
  if (part.power == 1) return base;
  return concat("<msup>", base, "<mn>", part.power, "</mn></msup>");
}

std::string product(const std::vector<Factor>& factors) {
  std::string all;
  for (const Factor& part : factors) all.append(concat(all.empty() ? "" : kTimes, factor(part)));
  return all;
}

std::string sign(double coefficient, bool is_first) {
  const std::string_view form = is_first ? "prefix" : "infix";
  if (coefficient < 0.0 || !is_first)
    return concat("<mo form=\"", form, "\">", coefficient < 0.0 ? kMinus : "+", "</mo>");
  return {};
}

std::string with_coefficient(const FoundTerm& term) {
  return concat(number(readable(std::abs(term.coefficient))), term.factors.empty() ? "" : kTimes,
                product(term.factors));
}

}  // namespace

std::string to_mathml(const FoundTerm& term) {
  return concat("<math>", term.factors.empty() ? "<mn>1</mn>" : product(term.factors), "</math>");
}

std::string to_mathml(const FoundEquation& equation) {
  std::string all = concat("<math>", factor(equation.left_factor), "<mo>=</mo>");
  bool is_first = true;
  for (const FoundTerm& term : equation.terms) {
    if (!term.in_equation) continue;
    all += concat(is_first ? "" : "</math> <math>", sign(term.coefficient, is_first),
                  with_coefficient(term));
    is_first = false;
  }
  return concat(all, is_first ? "<mn>0</mn>" : "", "</math>");
}

}  // namespace page
}  // namespace elto
