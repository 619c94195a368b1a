// SPDX-License-Identifier: Apache-2.0
#include "elto/io/iso8601.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace elto {
namespace {

using std::chrono::sys_seconds;

constexpr std::int64_t kDay = 86400;
constexpr std::int64_t kYear0 = -62167219200, kYear10000 = 253402300800;

// The instant on the clock of a place that many seconds ahead of UTC.
std::string written(std::int64_t instant, std::int64_t ahead, char between) {
  using namespace std::chrono;
  const sys_seconds local{seconds{instant + ahead}};
  const year_month_day date{floor<days>(local)};
  const hh_mm_ss clock{local - floor<days>(local)};
  std::array<char, 64> buffer;
  std::snprintf(buffer.data(), buffer.size(), "%04d-%02u-%02u%c%02d:%02d:%02d",
                static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                static_cast<unsigned>(date.day()), between, static_cast<int>(clock.hours().count()),
                static_cast<int>(clock.minutes().count()),
                static_cast<int>(clock.seconds().count()));
  return buffer.data();
}

std::string written_offset(std::int64_t ahead) {
  const std::int64_t minutes = std::abs(ahead) / 60;
  std::array<char, 32> buffer;
  std::snprintf(buffer.data(), buffer.size(), "%c%02d:%02d", ahead < 0 ? '-' : '+',
                static_cast<int>(minutes / 60), static_cast<int>(minutes % 60));
  return buffer.data();
}

TEST(Iso8601, ReadsEveryForm) {
  EXPECT_EQ(parse_iso8601("1970-01-01"), 0.0);
  EXPECT_EQ(parse_iso8601("1970-01-02"), 86400.0);
  EXPECT_EQ(parse_iso8601("1969-12-31T23:59:59"), -1.0);
  EXPECT_EQ(parse_iso8601("2026-11-15"), 1794700800.0);
  constexpr double kEight = 1794700800.0 + 8 * 3600;
  for (const char* text :
       {"2026-11-15T08:00", "2026-11-15 08:00", "2026-11-15T08:00:00", "2026-11-15 08:00:00",
        "2026-11-15T08:00:00Z", "2026-11-15T08:00Z", "2026-11-15T08:00:00.000Z",
        "2026-11-15T10:00:00+02:00", "2026-11-15T10:00+0200", "2026-11-15T10:00:00+02",
        "2026-11-15 02:30:00-05:30", "2026-11-14T23:00:00-09:00"})
    EXPECT_EQ(parse_iso8601(text), kEight) << text;
}

TEST(Iso8601, ReadsFractionsOfSeconds) {
  EXPECT_EQ(parse_iso8601("1970-01-01T00:00:00.25"), 0.25);
  EXPECT_EQ(parse_iso8601("1970-01-01T00:00:01,5Z"), 1.5);
  EXPECT_EQ(parse_iso8601("1970-01-01T00:00:00.1234567890123456789"), 0.1234567890123456789);
  EXPECT_EQ(parse_iso8601("1969-12-31T23:59:59.75"), -0.25);
}

TEST(Iso8601, RefusesWhatIsNoTimestamp) {
  for (const char* text : {"",
                           "2026",
                           "2026-11",
                           "20261115",
                           "15.11.2026",
                           "11/15/2026",
                           "2026-13-01",
                           "2026-00-10",
                           "2026-02-29",
                           "2026-04-31",
                           "2026-11-15T",
                           "2026-11-15T8:00",
                           "2026-11-15T24:00",
                           "2026-11-15T08",
                           "2026-11-15T08:60",
                           "2026-11-15T08:00:60",
                           "2026-11-15T08:00:00.",
                           "2026-11-15T08:00:00 ",
                           " 2026-11-15",
                           "2026-11-15T08:00:00z",
                           "2026-11-15T08:00:00+",
                           "2026-11-15T08:00:00+2",
                           "2026-11-15T08:00:00+02:0",
                           "2026-11-15T08:00:00+24:00",
                           "2026-11-15Z",
                           "2026-11-15t08:00",
                           "2026-1-5",
                           "+2026-11-15",
                           "2026-11-15T08:00:00ZZ"})
    EXPECT_EQ(parse_iso8601(text), std::nullopt) << text;
}

TEST(Iso8601, KnowsLeapYears) {
  EXPECT_TRUE(parse_iso8601("2024-02-29"));
  EXPECT_TRUE(parse_iso8601("2000-02-29"));
  EXPECT_FALSE(parse_iso8601("1900-02-29"));
  EXPECT_EQ(*parse_iso8601("2024-03-01") - *parse_iso8601("2024-02-28"), 2 * 86400.0);
}

RC_GTEST_PROP(Iso8601, ReadsEveryInstantThatChronoNames, ()) {
  const auto instant = *rc::gen::inRange<std::int64_t>(kYear0 + kDay, kYear10000 - kDay);
  const auto ahead = 60 * *rc::gen::inRange<std::int64_t>(-14 * 60, 14 * 60 + 1);
  const char between = *rc::gen::element('T', ' ');
  const auto expected = static_cast<double>(instant);
  RC_ASSERT(parse_iso8601(written(instant, 0, between)) == expected);
  RC_ASSERT(parse_iso8601(written(instant, 0, between) + "Z") == expected);
  RC_ASSERT(parse_iso8601(written(instant, ahead, between) + written_offset(ahead)) == expected);
}

RC_GTEST_PROP(Iso8601, AddsTheMilliseconds, ()) {
  const auto instant = *rc::gen::inRange<std::int64_t>(kYear0, kYear10000);
  const int milliseconds = *rc::gen::inRange(0, 1000);
  const std::string digits = std::to_string(1000 + milliseconds).substr(1);
  RC_ASSERT(parse_iso8601(written(instant, 0, 'T') + "." + digits) ==
            static_cast<double>(instant) + milliseconds / 1000.0);
}

RC_GTEST_PROP(Iso8601, NeverReadsATruncatedTimestamp, ()) {
  const auto instant = *rc::gen::inRange<std::int64_t>(kYear0, kYear10000);
  const std::string text = written(instant, 0, 'T');
  const auto length = *rc::gen::inRange<std::size_t>(0, text.size());
  const bool whole = length == 10 || length == 16;  // a date, or a time without seconds
  RC_ASSERT(parse_iso8601(text.substr(0, length)).has_value() == whole);
}

}  // namespace
}  // namespace elto
