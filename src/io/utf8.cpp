// SPDX-License-Identifier: Apache-2.0
#include "elto/io/utf8.hpp"

#include <bit>

#include "elto/core/error.hpp"

namespace elto {
namespace {

constexpr std::uint32_t kReplacement = 0xFFFD;

bool is_character(std::uint32_t character) {
  return character < 0xD800 || (character > 0xDFFF && character <= 0x10FFFF);
}

// Bytes that a character takes.
int width(std::uint32_t character) {
  if (character < 0x80) return 1;
  if (character < 0x800) return 2;
  return character < 0x10000 ? 3 : 4;
}

}  // namespace

void append_utf8(std::string& text, std::uint32_t character) {
  if (!is_character(character)) character = kReplacement;
  const int bytes = width(character);
  if (bytes == 1) {
    text.push_back(static_cast<char>(character));
    return;
  }
  const std::uint32_t lead = (0xF00U >> bytes) & 0xFF;  // as many ones as there are bytes
  text.push_back(static_cast<char>(lead | (character >> (6 * (bytes - 1)))));
  for (int rest = bytes - 2; rest >= 0; --rest)
    text.push_back(static_cast<char>(0x80 | ((character >> (6 * rest)) & 0x3F)));
}

std::u32string from_utf8(std::string_view text) {
  std::u32string characters;
  for (std::size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i++]);
    const int bytes = first < 0x80 ? 1 : std::countl_one(first);
    std::uint32_t character = bytes == 1 ? first : first & (0x7FU >> bytes);
    bool valid = first < 0x80 || (bytes >= 2 && bytes <= 4);
    for (int rest = 1; rest < bytes && valid; ++rest) {
      valid = i < text.size() && (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80;
      if (valid) character = character << 6 | (static_cast<unsigned char>(text[i++]) & 0x3F);
    }
    // A character has one form only: the shortest.
    valid = valid && is_character(character) && width(character) == bytes;
    require(valid, "text", "UTF-8", text);
    characters.push_back(static_cast<char32_t>(character));
  }
  return characters;
}

}  // namespace elto
