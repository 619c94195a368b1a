// SPDX-License-Identifier: Apache-2.0
#include "elto/io/crc64.hpp"

#include <string>

#include <gtest/gtest.h>

namespace elto {
namespace {

// The definition, one bit at a time.
std::uint64_t crc64_by_bits(std::string_view bytes) {
  std::uint64_t crc = ~std::uint64_t{0};
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (crc % 2 == 1 ? 0xC96C5795D7870F42 : 0);
  }
  return ~crc;
}

TEST(Crc64, HasThePublishedCheckValue) {
  EXPECT_EQ(crc64("123456789"), 0x995DC9BBDF1939FA);
  EXPECT_EQ(crc64(""), 0U);
}

TEST(Crc64, AgreesWithItsDefinitionAtEveryLength) {
  std::string bytes;
  for (int i = 0; i < 40; ++i) {
    EXPECT_EQ(crc64(bytes), crc64_by_bits(bytes)) << bytes.size() << " bytes";
    bytes += static_cast<char>(i * 37 + 200);
  }
}

}  // namespace
}  // namespace elto
