// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/formula.hpp"

#include <array>
#include <cmath>
#include <iterator>
#include <numbers>

#include "elto/core/random.hpp"

#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

constexpr std::array kPoint = {0.7, -1.3}, kPast = {0.2, 0.4};
constexpr Moment kMoment{.state = kPoint, .time = 2.5, .delayed = kPast, .noise = 3.0};

Vocabulary two_states() {
  Vocabulary names{.states = {"x", "y"}};
  names.definitions.emplace("a", Formula("1.5", names));
  names.definitions.emplace("r", Formula("x^2 + a", names));
  return names;
}

double value_of(std::string_view text) {
  return Formula(text, two_states())(kMoment);
}

std::optional<int> degree_of(std::string_view text) {
  return Formula(text, two_states()).degree();
}

TEST(Formula, IsComputedAsItIsWritten) {
  const double x = kPoint[0], y = kPoint[1], a = 1.5;
  EXPECT_DOUBLE_EQ(value_of("x"), x);
  EXPECT_DOUBLE_EQ(value_of("2 x - 3 y"), 2 * x - 3 * y);
  EXPECT_DOUBLE_EQ(value_of("2 - 3 - 4"), -5.0);
  EXPECT_DOUBLE_EQ(value_of("-x^2"), -x * x);
  EXPECT_DOUBLE_EQ(value_of("-x + y"), -x + y);
  EXPECT_DOUBLE_EQ(value_of("a x (1 - x / a) - x y / (1 + x)"),
                   a * x * (1 - x / a) - x * y / (1 + x));
  EXPECT_DOUBLE_EQ(value_of("8/3 x"), 8.0 / 3.0 * x);
  EXPECT_DOUBLE_EQ(value_of("12 / 3 / 2"), 2.0);
  EXPECT_DOUBLE_EQ(value_of("x^-2"), std::pow(x, -2.0));
  EXPECT_DOUBLE_EQ(value_of("2 y^3"), 2 * y * y * y);
  EXPECT_DOUBLE_EQ(value_of("1.5e-1 x"), 0.15 * x);
  EXPECT_DOUBLE_EQ(value_of("x(y)(2)"), x * y * 2);
  EXPECT_DOUBLE_EQ(value_of(" r\n y "), (x * x + a) * y);
}

TEST(Formula, KnowsFunctions) {
  const double x = kPoint[0], y = kPoint[1];
  const double all = std::abs(y) + std::cos(x) + std::cosh(y) + std::exp(-x) + std::log(x) +
                     std::sin(x) + std::sinh(y) + std::sqrt(x) + std::tanh(y);
  EXPECT_DOUBLE_EQ(value_of("abs(y) + cos(x) + cosh(y) + exp(-x) + log(x) + sin(x) + sinh(y) + "
                            "sqrt(x) + tanh(y)"),
                   all);
  EXPECT_EQ(value_of("max(x, y)"), x);
  EXPECT_EQ(value_of("min(x, y)"), y);
  EXPECT_EQ(value_of("10 sign(y) + sign(x) + sign(0)"), -9.0);
  EXPECT_EQ(value_of("step(x) + step(y) + step(0)"), 2.0);
}

TEST(Formula, KnowsTimePastAndNoise) {
  EXPECT_DOUBLE_EQ(value_of("cos(pi t)"), std::cos(std::numbers::pi * 2.5));
  EXPECT_DOUBLE_EQ(value_of("x_tau y_tau + 2 xi"), 0.2 * 0.4 + 6.0);
  const Formula formula("x_tau + t + xi", two_states());
  EXPECT_TRUE(formula.has_time() && formula.has_delay() && formula.has_noise());
  const Formula other("x + 1", two_states());
  EXPECT_FALSE(other.has_time() || other.has_delay() || other.has_noise());
}

TEST(Formula, KnowsItsDegree) {
  EXPECT_EQ(degree_of("sin(2) a^0.5 pi"), 0);
  EXPECT_EQ(degree_of("a x - y / 3"), 1);
  EXPECT_EQ(degree_of("-(x + y)^3 + r y"), 3);
  EXPECT_EQ(degree_of("r^2 x"), 5);
  EXPECT_EQ(degree_of("x + 2 xi"), 1);
  for (const std::string_view text : {"sin(x)", "-sin(x)", "1 / x", "x^0.5", "x^-1", "2^x", "t",
                                      "x_tau", "max(x, 0)", "abs(x) y", "x + exp(y)"})
    EXPECT_EQ(degree_of(text), std::nullopt) << text;
}

TEST(Formula, RefusesWhatItCannotRead) {
  EXPECT_REFUSED(value_of(""), "a name or a number in");
  EXPECT_REFUSED(value_of("x +"), "a name or a number in x +");
  EXPECT_REFUSED(value_of("(x"), "must be ) in (x");
  EXPECT_REFUSED(value_of("x)"), "a formula to its end in x), got ')'");
  EXPECT_REFUSED(value_of("x = 1"), "a formula to its end");
  EXPECT_REFUSED(value_of("z + x"), "known names in z + x, got z");
  EXPECT_REFUSED(value_of("z_tau"), "got z_tau");
  EXPECT_REFUSED(value_of("sin x"), "must be ( in sin x");
  EXPECT_REFUSED(value_of("max(x)"), "a comma in max(x)");
  EXPECT_REFUSED(value_of("."), "a number in");
  EXPECT_REFUSED(value_of(std::string(100000, '(')), "nested at most 32 deep");
  std::string deep = "x";  // one on top of the other when it is computed
  for (int i = 0; i < 20; ++i) deep = concat("x - x (", deep, ")");
  EXPECT_REFUSED(value_of(deep), "nested at most 32 deep");
}

// Whatever stands in it, it is computed or refused.
TEST(Formula, SurvivesNonsense) {
  constexpr std::string_view kPieces[] = {"x", "y_tau", "(",  ")", "+",   "-",    "^",
                                          "/", " ",     "2",  ".", "1e5", "sin(", "max(",
                                          ",", "t",     "xi", "r", "'"};
  Rng rng(1);
  int computed = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string nonsense;
    const int length = 1 + static_cast<int>(8.0 * rng.uniform());
    for (int k = 0; k < length; ++k)
      nonsense += kPieces[static_cast<std::size_t>(std::size(kPieces) * rng.uniform())];
    try {
      value_of(nonsense);
      ++computed;
    } catch (const InvalidArgument&) {
    }
  }
  EXPECT_GT(computed, 1000);
}

}  // namespace
}  // namespace elto
