// SPDX-License-Identifier: Apache-2.0
// Numbers of a model in sentences and equations: as many digits as anybody reads.
#pragma once

#include <array>
#include <charconv>
#include <string>

namespace elto {

/// Four significant digits.
inline std::string four_digits(double value) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                 std::chars_format::general, 4)
                       .ptr;
  return {buffer.data(), end};
}

}  // namespace elto
