// SPDX-License-Identifier: Apache-2.0
#include "timestamps.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

using Names = std::vector<std::string>;

const Vector kHours{{1704067200.0, 1704070800.5}};  // 2024-01-01, and an hour later

TEST(Timestamps, HaveTheFormOfAnother) {
  EXPECT_EQ(timestamps_like("1999-12-31 10:00", kHours),
            (Names{"2024-01-01 00:00:00", "2024-01-01 01:00:00.500"}));
  EXPECT_EQ(timestamps_like("1999-12-31T10:00:00+02:00", kHours),
            (Names{"2024-01-01T00:00:00Z", "2024-01-01T01:00:00.500Z"}));
}

TEST(Timestamps, AreDatesOnlyWhereAllAre) {
  EXPECT_EQ(timestamps_like("1999-12-31", kHours.head(1)), Names{"2024-01-01"});
  EXPECT_EQ(timestamps_like("1999-12-31", kHours),
            (Names{"2024-01-01T00:00:00Z", "2024-01-01T01:00:00.500Z"}));
}

}  // namespace
}  // namespace elto::command
