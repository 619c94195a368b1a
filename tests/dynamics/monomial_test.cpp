// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/monomial.hpp"

#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

// There are (D + k - 1 choose k) of degree k.
TEST(Monomial, AreAllOfTheirDegree) {
  EXPECT_EQ(monomials(2, 0, 2), (std::vector<Monomial>{{}, {0}, {1}, {0, 0}, {0, 1}, {1, 1}}));
  EXPECT_EQ(monomials(4, 3, 3).size(), 20u);
  EXPECT_EQ(monomials(1, 1, 5).size(), 5u);
}

TEST(Monomial, HasANameAndValues) {
  EXPECT_EQ(name_of({}, {"x", "y"}), "1");
  EXPECT_EQ(name_of({0, 0, 1}, {"x", "y"}), "x^2 y");
  const Matrix rows{{2.0, 3.0}, {-1.0, 5.0}};
  EXPECT_MATRIX_NEAR(values_of({0, 0, 1}, rows), Vector({{12.0, 5.0}}), 0.0);
  EXPECT_MATRIX_NEAR(values_of({}, rows), Vector::Ones(2), 0.0);
}

}  // namespace
}  // namespace elto
