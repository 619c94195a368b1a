// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/coefficient_error.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

// The figures of the paper for Burgers at 50 % noise.
TEST(CoefficientError, IsThatOfThePaper) {
  const CoefficientError error = coefficient_error(
      {{"", "u_xx", 0.076843}, {"", "u u_x", -0.959286}}, {{"", "u u_x", -1.0}, {"", "u_xx", 0.1}});
  EXPECT_NEAR(100.0 * error.mean_relative, 13.61, 0.005);
  EXPECT_NEAR(error.relative_l1, 5.81e-2, 5e-5);
  EXPECT_TRUE(error.right_terms);
  const CoefficientError one =
      coefficient_error({{"", "u_xx", 0.076843}}, {{"", "u u_x", -1.0}, {"", "u_xx", 0.1}});
  EXPECT_NEAR(one.mean_relative, 0.5 * (1.0 + 0.23157), 1e-6);
}

TEST(CoefficientError, CountsTermsThatAreMissingOrTooMany) {
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
}  // namespace elto
