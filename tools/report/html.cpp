// SPDX-License-Identifier: Apache-2.0
#include "report/html.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <iterator>

#include "elto/core/error.hpp"

namespace elto::page {
namespace {

constexpr std::string_view kDash = "\u2013";

std::string formatted(double value, std::chars_format format, int precision) {
  std::array<char, 400> buffer{};  // the largest double has 309 digits before the point
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, precision);
  return {buffer.data(), end};
}

}  // namespace

std::string escape(std::string_view plain) {
  std::string escaped;
  escaped.reserve(plain.size());
  for (const char c : plain) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string escape_json(std::string_view json) {
  std::string escaped;
  escaped.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      escaped += "\\u003c";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string fill(std::string_view page_template,
                 const std::map<std::string_view, std::string_view>& values) {
  std::string filled;
  while (true) {
    const std::size_t open = page_template.find("{{");
    const std::size_t close = page_template.find("}}", open);
    if (close == std::string_view::npos) break;
    const std::string_view name = page_template.substr(open + 2, close - open - 2);
    const auto value = values.find(name);
    require(value != values.end(), "template", "one of the values given", name);
    filled.append(page_template.substr(0, open)).append(value->second);
    page_template.remove_prefix(close + 2);
  }
  return filled.append(page_template);
}

std::string readable(double value, int significant_digits) {
  if (!std::isfinite(value)) return std::string(kDash);
  return formatted(value, std::chars_format::general, significant_digits);
}

std::string grouped(long long count) {
  std::string digits = text(count);
  const std::ptrdiff_t first_digit = count < 0 ? 1 : 0;
  for (std::ptrdiff_t at = std::ssize(digits) - 3; at > first_digit; at -= 3)
    digits.insert(static_cast<std::size_t>(at), 1, ',');
  return digits;
}

std::string percent(double share) {
  if (!std::isfinite(share)) return std::string(kDash);
  return formatted(100.0 * share, std::chars_format::fixed, 0) + "%";
}

}  // namespace elto::page
