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

TEST(TrueCoefficients, ErrorsAreSaidInWords) {
  EXPECT_EQ(describe(CoefficientError{0.1361, 0.0581, true}),
            "right terms, coefficients off by 13.6 % (mean), 5.81 % (L1)");
  EXPECT_TRUE(describe(CoefficientError{}).starts_with("wrong terms"));
}

}  // namespace
}  // namespace elto::command
