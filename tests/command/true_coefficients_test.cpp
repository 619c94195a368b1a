// SPDX-License-Identifier: Apache-2.0
#include "true_coefficients.hpp"

#include "support/error_message.hpp"
#include "verb.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

using testing::message_of;

TEST(TrueCoefficients, AreReadWithAndWithoutTheirEquation) {
  EXPECT_EQ(parse_coefficients({"u u_x=-1", " u_xx = 0.1 "}),
            (std::vector<Coefficient>{{"", "u u_x", -1.0}, {"", "u_xx", 0.1}}));
  EXPECT_EQ(parse_coefficients({"lynx: lynx hare=0.026"}),
            (std::vector<Coefficient>{{"lynx", "lynx hare", 0.026}}));
}

TEST(TrueCoefficients, SayWhatIsWrong) {
  EXPECT_SAYS(message_of<UsageError>([] { parse_coefficients({"u u_x"}); }),
              "--truth: 'u u_x' is not of the form 'u u_x=-1'");
  EXPECT_SAYS(message_of<UsageError>([] { parse_coefficients({"u=one"}); }),
              "--truth: 'one' is not");
  EXPECT_SAYS(message_of<UsageError>([] { parse_coefficients({"u=0"}); }), "leave out terms");
}

// The figures of the paper for Burgers at 50 % noise.
TEST(TrueCoefficients, ErrorsAreThoseOfThePaper) {
  const CoefficientError error =
      coefficient_error({{"", "u_xx", 0.076843}, {"", "u u_x", -0.959286}},
                        parse_coefficients({"u u_x=-1", "u_xx=0.1"}));
  EXPECT_NEAR(100.0 * error.mean_relative, 13.61, 0.005);
  EXPECT_NEAR(error.relative_l1, 5.81e-2, 5e-5);
  EXPECT_TRUE(error.right_terms);
  EXPECT_EQ(describe(error), "right terms, coefficients off by 13.6 % (mean), 5.81 % (L1)");
}

TEST(TrueCoefficients, TermsThatAreMissingOrTooManyCount) {
  const std::vector<Coefficient> truth = {{"x", "x", 2.0}, {"y", "y", 2.0}};
  const CoefficientError missing = coefficient_error({{"x", "x", 2.0}}, truth);
  EXPECT_EQ(missing.mean_relative, 0.5);
  EXPECT_EQ(missing.relative_l1, 0.5);
  EXPECT_FALSE(missing.right_terms);
  const CoefficientError extra =
      coefficient_error({{"x", "x", 2.0}, {"y", "y", 2.0}, {"y", "x", 1.0}}, truth);
  EXPECT_EQ(extra.mean_relative, 0.0);
  EXPECT_EQ(extra.relative_l1, 0.25);
  EXPECT_FALSE(extra.right_terms);
}

}  // namespace
}  // namespace elto::command
