// SPDX-License-Identifier: Apache-2.0
#include "elto/model/band_factors.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(BandFactors, LeaveBandsAloneUnlessTold) {
  const BandFactors none(2);
  for (const Index rows : {0, 1, 3, 5, 20, 1000}) EXPECT_EQ(none.unseen_for(rows, 1), 1.0);
}

TEST(BandFactors, GoFromHorizonToHorizonByPowers) {
  BandFactors factors(2);
  factors.filter << 1.0, 2.0;
  factors.forecast << 1.0, 0.5, 1.0, 4.0;
  EXPECT_EQ(factors.unseen_for(0, 1), 2.0);
  EXPECT_EQ(factors.unseen_for(1, 1), 2.0);
  EXPECT_EQ(factors.unseen_for(5, 1), 0.5);
  EXPECT_NEAR(factors.unseen_for(10, 1), std::sqrt(0.5 * 4.0), 1e-15);  // halfway from 5 to 20
  EXPECT_EQ(factors.unseen_for(20, 1), 4.0);
  EXPECT_EQ(factors.unseen_for(500, 1), 4.0);
  double before = factors.unseen_for(1, 1);
  for (Index rows = 2; rows <= 5; ++rows) {
    const double now = factors.unseen_for(rows, 1);
    EXPECT_LT(now, before);
    before = now;
  }
  EXPECT_EQ(factors.unseen_for(10, 0), 1.0);
}

}  // namespace
}  // namespace elto
