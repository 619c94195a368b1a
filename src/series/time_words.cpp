// SPDX-License-Identifier: Apache-2.0
#include "elto/series/time_words.hpp"

#include <cmath>
#include <string_view>

#include "elto/core/text.hpp"

namespace elto {
namespace {

std::string three_digits(double value) {
  if (!(value > 0.0) || !std::isfinite(value)) return text(value);
  const double unit = std::pow(10.0, 2.0 - std::floor(std::log10(value)));
  return text(unit >= 1.0 ? std::round(value * unit) / unit : std::round(value));
}

struct Unit {
  double seconds;
  std::string_view one, many;
};
constexpr Unit kUnits[] = {{1.0, "s", "s"},
                           {60.0, "min", "min"},
                           {3600.0, "h", "h"},
                           {86400.0, "day", "days"},
                           {31556952.0, "year", "years"}};
constexpr double kWhole = 1.0 - 1e-6;  // of a unit, but for rounding

}  // namespace

std::string duration_words(double length, const TimeColumn& time) {
  if (time.empty()) return concat(three_digits(length), length == 1.0 ? " row" : " rows");
  if (time.labels.empty()) return concat(three_digits(length), " units of ", time.name);
  const Unit* unit = kUnits;
  for (const Unit& one : kUnits)
    if (length >= kWhole * one.seconds) unit = &one;
  const std::string count = three_digits(length / unit->seconds);
  return concat(count, " ", count == "1" ? unit->one : unit->many);
}

}  // namespace elto
