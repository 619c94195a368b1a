// SPDX-License-Identifier: Apache-2.0
// Text as bytes (UTF-8) and as characters of four bytes, which is how NumPy keeps it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace elto {

/// What is no character, a surrogate or beyond U+10FFFF, becomes U+FFFD.
void append_utf8(std::string& text, std::uint32_t character);

/// Throws InvalidArgument for bytes that are not UTF-8.
std::u32string from_utf8(std::string_view text);

}  // namespace elto
