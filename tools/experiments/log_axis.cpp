// SPDX-License-Identifier: Apache-2.0
#include "experiments/log_axis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace elto::experiments {
namespace {

/// 0.5, 1, 2, 5, 10 ... for -1, 0, 1, 2, 3 ...
double step(int number) {
  constexpr std::array<double, 3> kSteps = {1.0, 2.0, 5.0};
  const int decade = static_cast<int>(std::floor(number / 3.0));
  const double mantissa = kSteps[static_cast<std::size_t>(number - 3 * decade)];
  return decade < 0 ? mantissa / std::pow(10.0, -decade) : mantissa * std::pow(10.0, decade);
}

/// The last one that is at or below.
int step_below(double value) {
  int number = 3 * static_cast<int>(std::floor(std::log10(value)));
  while (step(number) > value) --number;
  while (step(number + 1) <= value) ++number;
  return number;
}

}  // namespace

double LogAxis::share(double value) const {
  return std::clamp(std::log(value / low) / std::log(high / low), 0.0, 1.0);
}

LogAxis log_axis_over(const std::vector<double>& values) {
  std::vector<double> shown;
  std::copy_if(values.begin(), values.end(), std::back_inserter(shown),
               [](double value) { return value > 0.0 && std::isfinite(value); });
  if (shown.empty()) shown = {1.0};
  const auto [smallest, largest] = std::minmax_element(shown.begin(), shown.end());
  const int first = step_below(0.9 * *smallest), last = step_below(1.1 * *largest) + 1;
  LogAxis axis{.low = step(first), .high = step(last)};
  const bool crowded = last - first > 9;  // then powers of ten only
  for (int number = first; number <= last; ++number)
    if (!crowded || number % 3 == 0) axis.ticks.push_back(step(number));
  return axis;
}

}  // namespace elto::experiments
