// SPDX-License-Identifier: Apache-2.0
#include "diagnostics/known_values.hpp"

#include <cmath>

#include "support/matrix_near.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kMissing;

TEST(KnownValues, AreThoseThatAreNotMissing) {
  const Vector values{{1.0, kMissing, 3.0, 5.0, kMissing}};
  EXPECT_MATRIX_EQ(known_values(values), (Vector{{1.0, 3.0, 5.0}}));
  EXPECT_EQ(mean_of_known(values), 3.0);
  EXPECT_TRUE(std::isnan(mean_of_known(Vector::Constant(2, kMissing))));
}

TEST(KnownValues, ProductsAreOfPairsWithoutAGap) {
  const Vector z{{1.0, 2.0, kMissing, 3.0, -1.0}};
  const LaggedProducts next = lagged_products(z, 1);
  EXPECT_EQ(next.pairs, 2);
  EXPECT_EQ(next.products, 2.0 - 3.0);
  EXPECT_EQ(next.squares, 4.0 + 9.0);
  EXPECT_EQ(next.mean(), -0.5);
  EXPECT_EQ(lagged_products(z, 0).products, 15.0);
  EXPECT_EQ(lagged_products(z, 5).pairs, 0);
}

}  // namespace
}  // namespace elto
