// SPDX-License-Identifier: Apache-2.0
#include "report/breaks.hpp"

#include "elto/core/random.hpp"

#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto::page {
namespace {

using testing::kMissing;

Vector regular(Index rows) {
  return Vector::LinSpaced(rows, 0.0, static_cast<double>(rows - 1));
}

TEST(Breaks, AreWhereEntriesOrRowsAreMissing) {
  Vector values = Vector::Zero(100);
  values[40] = kMissing;
  values.segment(60, 5).setConstant(kMissing);
  const auto missing = breaks(regular(100), values);
  ASSERT_EQ(missing.size(), 2U);
  EXPECT_EQ(missing[0].before, 39);
  EXPECT_EQ(missing[0].after, 41);
  EXPECT_EQ(missing[1].after, 65);
  Vector times = regular(100);
  times.tail(30).array() += 7.0;
  const auto silent = breaks(times, Vector::Zero(100));
  ASSERT_EQ(silent.size(), 1U);
  EXPECT_EQ(silent[0].before, 69);
  EXPECT_EQ(silent[0].after, 70);
}

TEST(Breaks, AreNoneInJitterAndInAChannelThatIsSeenSeldom) {
  Rng rng(3);
  Vector times(300);
  double time = 0.0;
  for (double& t : times) t = time += 0.5 + rng.uniform();
  EXPECT_TRUE(breaks(times, Vector::Zero(300)).empty());
  Vector seldom = Vector::Constant(300, kMissing);
  for (Index t = 0; t < 300; t += 10) seldom[t] = 1.0;
  EXPECT_TRUE(breaks(regular(300), seldom).empty());
  seldom[100] = kMissing;
  EXPECT_EQ(breaks(regular(300), seldom).size(), 1U);
}

TEST(Breaks, NeedSomethingToCompareWith) {
  EXPECT_TRUE(breaks(regular(2), Vector::Zero(2)).empty());
  EXPECT_TRUE(breaks(regular(1), Vector::Zero(1)).empty());
  EXPECT_TRUE(breaks(regular(5), Vector::Constant(5, kMissing)).empty());
  EXPECT_TRUE(breaks(Vector::Zero(5), Vector::Zero(5)).empty());
}

}  // namespace
}  // namespace elto::page
