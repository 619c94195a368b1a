// SPDX-License-Identifier: Apache-2.0
#include "elto/series/outliers.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/unknown.hpp"
#include "series/median.hpp"

namespace elto {
namespace {

constexpr Index kReach = 3;          // rows to each side
constexpr double kFarOutside = 8.0;  // standard deviations

/// Of what is known; NaN if nothing is.
double median_of_known(std::vector<double>& values) {
  std::erase_if(values, [](double value) { return std::isnan(value); });
  if (values.empty()) return kUnknown;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// From y to the nearer of the two middle ones of the rows around. The row itself is left out: on a
/// slope it would be the median. At a step one of the two is on its side.
double distance(double y, std::vector<double>& around) {
  std::erase_if(around, [](double value) { return std::isnan(value); });
  if (around.empty()) return kUnknown;
  std::ranges::sort(around);
  const double upper = around[around.size() / 2], lower = around[(around.size() - 1) / 2];
  return std::min(std::abs(y - upper), std::abs(y - lower));
}

Vector distances(const VectorView& channel) {
  const Index T = channel.size();
  Vector result(T);
  std::vector<double> around;
  for (Index t = 0; t < T; ++t) {
    const Index begin = std::max<Index>(0, t - kReach), end = std::min(T, t + kReach + 1);
    around.assign(channel.data() + begin, channel.data() + end);
    around.erase(around.begin() + (t - begin));
    result[t] = distance(channel[t], around);
  }
  return result;
}

}  // namespace

Matrix without_outliers(const MatrixView& rows) {
  Matrix kept = rows;
  for (Index j = 0; j < rows.cols(); ++j) {
    const Vector far = distances(kept.col(j));
    std::vector<double> sizes(far.begin(), far.end());
    const double usual = kMedianToDeviation * median_of_known(sizes);
    if (!(usual > 0.0)) continue;
    for (Index t = 0; t < rows.rows(); ++t)
      if (far[t] > kFarOutside * usual) kept(t, j) = kUnknown;
  }
  return kept;
}

}  // namespace elto
