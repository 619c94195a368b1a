// SPDX-License-Identifier: Apache-2.0
#include "elto/io/iso8601.hpp"

#include <charconv>
#include <chrono>
#include <cstdint>
#include <string>

namespace elto {
namespace {

using Seconds = std::int64_t;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Takes the text apart from left to right; each part is removed if it is there.
class Parts {
 public:
  explicit Parts(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }

  bool sign(char expected) {
    const bool there = !rest_.empty() && rest_.front() == expected;
    if (there) rest_.remove_prefix(1);
    return there;
  }

  /// A number of exactly that many digits, below the bound.
  std::optional<int> number(std::size_t digits, int bound) {
    if (rest_.size() < digits) return {};
    int value = 0;
    for (const char c : rest_.substr(0, digits)) {
      if (!is_digit(c)) return {};
      value = 10 * value + (c - '0');
    }
    if (value >= bound) return {};
    rest_.remove_prefix(digits);
    return value;
  }

  /// The digits after a decimal point or comma, as a number below one.
  std::optional<double> fraction() {
    if (rest_.empty() || (rest_.front() != '.' && rest_.front() != ',')) return 0.0;
    std::size_t end = 1;
    while (end < rest_.size() && is_digit(rest_[end])) ++end;
    if (end == 1) return {};
    const std::string_view digits = rest_.substr(1, end - 1);
    rest_.remove_prefix(end);
    double value = 0.0;
    // More digits than a double holds do no harm; from_chars rounds 0.ddd correctly.
    const std::string with_point = "0." + std::string(digits);
    std::from_chars(with_point.data(), with_point.data() + with_point.size(), value);
    return value;
  }

 private:
  std::string_view rest_;
};

std::optional<Seconds> take_date(Parts& parts) {
  using namespace std::chrono;
  const auto y = parts.number(4, 10000);
  if (!y || !parts.sign('-')) return {};
  const auto m = parts.number(2, 13);
  if (!m || !parts.sign('-')) return {};
  const auto d = parts.number(2, 32);
  if (!d) return {};
  const year_month_day date{year{*y}, month{static_cast<unsigned>(*m)},
                            day{static_cast<unsigned>(*d)}};
  if (!date.ok()) return {};
  return duration_cast<seconds>(sys_days{date}.time_since_epoch()).count();
}

// hh:mm or hh:mm:ss
std::optional<Seconds> take_time_of_day(Parts& parts) {
  const auto hours = parts.number(2, 24);
  if (!hours || !parts.sign(':')) return {};
  const auto minutes = parts.number(2, 60);
  if (!minutes) return {};
  const Seconds whole_minutes = Seconds{3600} * *hours + Seconds{60} * *minutes;
  if (!parts.sign(':')) return whole_minutes;
  const auto seconds = parts.number(2, 60);
  if (!seconds) return {};
  return whole_minutes + *seconds;
}

// Z, +hh, +hhmm, +hh:mm, or nothing at all
std::optional<Seconds> take_offset(Parts& parts) {
  if (parts.at_end() || parts.sign('Z')) return 0;
  const bool ahead = parts.sign('+');
  if (!ahead && !parts.sign('-')) return {};
  const auto hours = parts.number(2, 24);
  if (!hours) return {};
  Seconds offset = Seconds{3600} * *hours;
  if (!parts.at_end()) {
    parts.sign(':');
    const auto minutes = parts.number(2, 60);
    if (!minutes) return {};
    offset += Seconds{60} * *minutes;
  }
  return ahead ? offset : -offset;
}

}  // namespace

std::optional<double> parse_iso8601(std::string_view text) {
  Parts parts(text);
  const auto date = take_date(parts);
  if (!date) return {};
  if (parts.at_end()) return static_cast<double>(*date);
  if (!parts.sign('T') && !parts.sign(' ')) return {};
  const auto time = take_time_of_day(parts);
  if (!time) return {};
  const auto fraction = parts.fraction();
  if (!fraction) return {};
  const auto offset = take_offset(parts);
  if (!offset || !parts.at_end()) return {};
  return static_cast<double>(*date + *time - *offset) + *fraction;
}

}  // namespace elto
