// SPDX-License-Identifier: Apache-2.0
// Text for messages and names, whatever the locale: numbers in the shortest form that reads back to
// the same value.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>

namespace elto {

std::string text(double value);
std::string text(long long value);
std::string text(unsigned long long value);
template <std::integral Integer>
std::string text(Integer value) {
  using Widest = std::conditional_t<std::is_signed_v<Integer>, long long, unsigned long long>;
  return text(static_cast<Widest>(value));
}
inline std::string text(std::string_view value) {
  return std::string(value);
}

/// concat("row ", 3, " of ", n) == "row 3 of 7"
template <class... Parts>
std::string concat(const Parts&... parts) {
  std::string joined;
  (joined.append(text(parts)), ...);
  return joined;
}

/// With the letters A to Z made small; all others, of any alphabet, stay.
std::string lower_case(std::string_view letters);

}  // namespace elto
