// SPDX-License-Identifier: Apache-2.0
#include "report/breaks.hpp"

#include <algorithm>
#include <cmath>

namespace elto::page {
namespace {

constexpr double kUsual = 0.95, kLonger = 1.5;

}  // namespace

std::vector<Break> breaks(const VectorView& positions, const VectorView& values) {
  std::vector<Index> entries;
  for (Index t = 0; t < values.size(); ++t)
    if (!std::isnan(values[t])) entries.push_back(t);
  std::vector<double> steps;
  for (std::size_t i = 1; i < entries.size(); ++i)
    steps.push_back(positions[entries[i]] - positions[entries[i - 1]]);
  if (steps.size() < 2) return {};
  std::vector<double> sorted = steps;
  const auto usual =
      sorted.begin() + static_cast<std::ptrdiff_t>(kUsual * static_cast<double>(steps.size() - 1));
  std::ranges::nth_element(sorted, usual);
  std::vector<Break> found;
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (steps[i] > kLonger * *usual) found.push_back({entries[i], entries[i + 1]});
  return found;
}

}  // namespace elto::page
