// SPDX-License-Identifier: Apache-2.0
#include "elto/core/text.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace elto {
namespace {

using Limits = std::numeric_limits<double>;

double read(const std::string& written) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(written.data(), written.data() + written.size(), value);
  EXPECT_TRUE(error == std::errc() && end == written.data() + written.size()) << written;
  return value;
}

TEST(Text, TakesTheShortestFormThatReadsBack) {
  EXPECT_EQ(text(0.1), "0.1");
  EXPECT_EQ(text(3.0), "3");
  EXPECT_EQ(text(-2.5), "-2.5");
  EXPECT_EQ(text(1e300), "1e+300");
  EXPECT_EQ(text(0.1 + 0.2), "0.30000000000000004");
}

TEST(Text, WritesWhatIsNotANumberToo) {
  EXPECT_EQ(text(Limits::infinity()), "inf");
  EXPECT_EQ(text(-Limits::infinity()), "-inf");
  EXPECT_EQ(text(Limits::quiet_NaN()), "nan");
}

TEST(Text, WritesTheExtremesInFull) {
  for (const double value : {Limits::max(), Limits::lowest(), Limits::min(), Limits::denorm_min(),
                             -Limits::denorm_min(), -1.2345678901234567e-300})
    EXPECT_EQ(read(text(value)), value);
}

TEST(Text, WritesIntegersOfEveryWidth) {
  EXPECT_EQ(text(0), "0");
  EXPECT_EQ(text(std::size_t{7}), "7");
  EXPECT_EQ(text(std::int8_t{-5}), "-5");
  EXPECT_EQ(text(std::numeric_limits<long long>::min()), "-9223372036854775808");
  EXPECT_EQ(text(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
}

TEST(Text, LeavesTextAsItIs) {
  EXPECT_EQ(text("row"), "row");
  EXPECT_EQ(text(std::string("row")), "row");
  EXPECT_EQ(text(""), "");
}

TEST(Text, ConcatJoinsPartsOfEveryKind) {
  EXPECT_EQ(concat("row ", 3, " of ", std::size_t{7}, ": ", 0.5), "row 3 of 7: 0.5");
  EXPECT_EQ(concat(), "");
}

TEST(Text, MakesLettersSmall) {
  EXPECT_EQ(lower_case("Data.CSV [\u00c4]"), "data.csv [\u00c4]");
  EXPECT_EQ(lower_case(""), "");
}

RC_GTEST_PROP(Text, ReadsBackToTheSameBits, (std::uint64_t bits)) {
  const auto value = std::bit_cast<double>(bits);
  RC_PRE(std::isfinite(value));
  RC_ASSERT(std::bit_cast<std::uint64_t>(read(text(value))) == bits);
}

}  // namespace
}  // namespace elto
