// SPDX-License-Identifier: Apache-2.0
#include "report/encode.hpp"

#include <cmath>
#include <cstring>
#include <vector>

#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto::page {
namespace {

using testing::kInfinity;
using testing::kMissing;

/// The inverse of base64(), for well-formed text.
std::string unpacked(std::string_view written) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0, count = 0;
  for (const char digit : written) {
    if (digit == '=') break;
    bits = bits << 6 | static_cast<unsigned>(kDigits.find(digit));
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes += static_cast<char>(bits >> count & 255U);
    }
  }
  return bytes;
}

template <class Float>
std::vector<Float> numbers(const EncodedColumn& column) {
  const std::string bytes = unpacked(column.data);
  std::vector<Float> values(bytes.size() / sizeof(Float));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

TEST(Encode, Base64AsInRfc4648) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xff\xfe\xfd"), "//79");
}

TEST(Encode, ValuesTakeFourBytesAndNanStaysNan) {
  const EncodedColumn column = encode_values(Vector{{1.0, kMissing, -2.5}});
  EXPECT_EQ(column.type, "f32");
  const std::vector<float> values = numbers<float>(column);
  ASSERT_EQ(values.size(), 3U);
  EXPECT_EQ(values[0], 1.0F);
  EXPECT_TRUE(std::isnan(values[1]));
  EXPECT_EQ(values[2], -2.5F);
}

TEST(Encode, InfinitiesBecomeNan) {
  const EncodedColumn column = encode_values(Vector{{1.0, kInfinity, -kInfinity, 2.0}});
  EXPECT_EQ(column.type, "f32");
  EXPECT_TRUE(std::isnan(numbers<float>(column)[1]));
  EXPECT_TRUE(std::isnan(numbers<float>(column)[2]));
}

TEST(Encode, SmallChangesOfLargeValuesTakeEight) {
  const Vector pressure{{101'325.001, 101'325.002, kMissing}};
  const EncodedColumn column = encode_values(pressure);
  EXPECT_EQ(column.type, "f64");
  EXPECT_EQ(numbers<double>(column)[1], 101'325.002);
}

TEST(Encode, ValuesBeyondTheRangeOfAFloatTakeEight) {
  EXPECT_EQ(encode_values(Vector{{1e300, -1e300}}).type, "f64");
  EXPECT_EQ(encode_values(Vector{{1e-300, 2e-300}}).type, "f64");
}

TEST(Encode, WhatNeverChangesTakesFour) {
  EXPECT_EQ(encode_values(Vector::Constant(3, 101'325.1)).type, "f32");
  EXPECT_EQ(encode_values(Vector::Zero(3)).type, "f32");
  EXPECT_EQ(encode_values(Vector::Constant(2, kMissing)).type, "f32");
  EXPECT_EQ(encode_values(Vector(0)).data, "");
}

TEST(Encode, PositionsAreExact) {
  EXPECT_EQ(encode_positions(Vector{{0.0, 1.0, 200'000.0}}).type, "f32");
  const EncodedColumn dates = encode_positions(Vector{{1'767'225'600'000.0, 1'767'225'600'001.0}});
  EXPECT_EQ(dates.type, "f64");
  EXPECT_EQ(numbers<double>(dates)[1], 1'767'225'600'001.0);
  EXPECT_EQ(encode_positions(Vector{{0.0, 1e300}}).type, "f64");
}

}  // namespace
}  // namespace elto::page
