// SPDX-License-Identifier: Apache-2.0
#include "files/unpacked_limit.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(UnpackedLimit, GrowsWithTheFile) {
  EXPECT_EQ(unpacked_limit(0, 10), 64U * 1024 * 1024);
  EXPECT_EQ(unpacked_limit(1000, 10), 64U * 1024 * 1024 + 10000);
}

TEST(UnpackedLimit, KeepsTheShapeOfAnEmptyArrayWithinReason) {
  EXPECT_TRUE(is_possible_when_empty(0, 100, 100));
  EXPECT_FALSE(is_possible_when_empty(0, 101, 100));
  EXPECT_FALSE(is_possible_when_empty(101, 0, 100));
}

}  // namespace
}  // namespace elto
