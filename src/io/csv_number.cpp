// SPDX-License-Identifier: Apache-2.0
#include "csv_number.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace elto {
namespace {

constexpr std::array<std::string_view, 8> kMissingWords = {"",    "NA",   "N/A",  "NaN",
                                                           "nan", "null", "NULL", "-"};

}  // namespace

bool is_missing_field(std::string_view field) {
  return std::find(kMissingWords.begin(), kMissingWords.end(), field) != kMissingWords.end();
}

std::errc read_csv_number(std::string_view field, double& value) {
  const bool plus = field.size() > 1 && field[0] == '+' && field[1] != '-';
  const char* begin = field.data() + (plus ? 1 : 0);  // from_chars takes no plus
  const char* end = field.data() + field.size();
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error != std::errc::invalid_argument && stop == end) return error;
  if (!is_missing_field(field)) return std::errc::invalid_argument;
  value = std::numeric_limits<double>::quiet_NaN();
  return {};
}

}  // namespace elto
