// SPDX-License-Identifier: Apache-2.0
#include "elto/series/time_words.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

const TimeColumn kStamps{.name = "time", .values = Vector{{0.0}}, .labels = {"1970-01-01"}};
const TimeColumn kNumbers{.name = "t", .values = Vector{{0.0}}, .labels = {}};

TEST(TimeWords, OfTimeStampsAreUnitsThatPeopleUse) {
  EXPECT_EQ(duration_words(0.25, kStamps), "0.25 s");
  EXPECT_EQ(duration_words(14.04, kStamps), "14 s");
  EXPECT_EQ(duration_words(90.0, kStamps), "1.5 min");
  EXPECT_EQ(duration_words(12600.0, kStamps), "3.5 h");
  EXPECT_EQ(duration_words(86400.0, kStamps), "1 day");
  EXPECT_EQ(duration_words(604800.0, kStamps), "7 days");
  EXPECT_EQ(duration_words(31556952.0, kStamps), "1 year");
  EXPECT_EQ(duration_words(365.0 * 86400.0, kStamps), "365 days");
}

TEST(TimeWords, OfRowsAndOfUnknownUnitsSayWhatTheyCount) {
  EXPECT_EQ(duration_words(12.347, {}), "12.3 rows");
  EXPECT_EQ(duration_words(1.0, {}), "1 row");
  EXPECT_EQ(duration_words(1234.7, {}), "1235 rows");
  EXPECT_EQ(duration_words(0.0251, kNumbers), "0.0251 units of t");
}

}  // namespace
}  // namespace elto
