// SPDX-License-Identifier: Apache-2.0
#include "elto/io/utf8.hpp"

#include "elto/core/error.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

std::string written(std::uint32_t character) {
  std::string text;
  append_utf8(text, character);
  return text;
}

TEST(Utf8, WritesEveryWidth) {
  EXPECT_EQ(written('a'), "a");
  EXPECT_EQ(written(0xE4), "\xC3\xA4");
  EXPECT_EQ(written(0x20AC), "\xE2\x82\xAC");
  EXPECT_EQ(written(0x1F600), "\xF0\x9F\x98\x80");
}

TEST(Utf8, ReadsBackEveryCharacter) {
  for (std::uint32_t character = 0; character <= 0x10FFFF; character += 7) {
    if (character >= 0xD800 && character <= 0xDFFF) continue;
    ASSERT_EQ(from_utf8(written(character)), std::u32string(1, char32_t{character})) << character;
  }
}

TEST(Utf8, ReplacesWhatIsNoCharacter) {
  EXPECT_EQ(written(0xD800), "\xEF\xBF\xBD");
  EXPECT_EQ(written(0x110000), "\xEF\xBF\xBD");
  EXPECT_EQ(written(0xFFFFFFFF), "\xEF\xBF\xBD");
}

TEST(Utf8, RefusesBytesThatAreNone) {
  for (const char* text : {"\x80", "\xC3", "\xC3(", "\xE2\x82", "\xC0\x80", "\xE0\x80\x80",
                           "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xF8\x88\x80\x80\x80", "\xFF"})
    EXPECT_THROW(from_utf8(text), InvalidArgument) << text;
}

}  // namespace
}  // namespace elto
