// SPDX-License-Identifier: Apache-2.0
#include "elto/core/text.hpp"

#include <array>
#include <charconv>

namespace elto {
namespace {

template <class Number>
std::string shortest(Number value) {
  std::array<char, 32> buffer{};
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), end};
}

}  // namespace

std::string text(double value) {
  return shortest(value);
}

std::string text(long long value) {
  return shortest(value);
}

std::string text(unsigned long long value) {
  return shortest(value);
}

std::string lower_case(std::string_view letters) {
  std::string lower(letters);
  for (char& letter : lower)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return lower;
}

}  // namespace elto
