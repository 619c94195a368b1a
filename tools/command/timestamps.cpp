// SPDX-License-Identifier: Apache-2.0
#include "timestamps.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <string_view>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace elto::command {
namespace {

constexpr std::size_t kDateLength = 10;  // 2026-11-15

}  // namespace

std::vector<std::string> timestamps_like(const std::string& label, const VectorView& seconds) {
  const bool has_time = label.size() > kDateLength;
  const bool has_zone = !has_time || label.find_first_of("Zz+-", kDateLength) != std::string::npos;
  const bool are_dates = !has_time && std::ranges::all_of(seconds, [](double time) {
    return std::fmod(time, 86400.0) == 0.0;
  });
  std::vector<std::string> labels;
  for (const double time : seconds) {
    const auto thousandths = std::llround(time * 1000.0);
    const auto part = (thousandths % 1000 + 1000) % 1000;
    const auto whole = fmt::gmtime(static_cast<std::time_t>((thousandths - part) / 1000));
    labels.push_back(are_dates ? fmt::format("{:%Y-%m-%d}", whole)
                               : fmt::format("{:%Y-%m-%d}{}{:%H:%M:%S}{}{}", whole,
                                             has_time ? label[kDateLength] : 'T', whole,
                                             part == 0 ? "" : fmt::format(".{:03}", part),
                                             has_zone ? "Z" : ""));
  }
  return labels;
}

}  // namespace elto::command
