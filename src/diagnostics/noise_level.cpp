// SPDX-License-Identifier: Apache-2.0
#include "elto/diagnostics/noise_level.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "series/median.hpp"

namespace elto {
namespace {

constexpr int kHighestOrder = 6;  // 8 would gain 2 % on the fastest signals
constexpr std::size_t kFewestDifferences = 4;

/// From the median of all, or where noise comes and goes the root mean square over blocks of
/// neighbours, which for even noise would be 1 to 2 % too large.
double deviation(const std::vector<double>& sizes) {
  constexpr std::size_t kBlock = 100;
  constexpr double kUneven = 1.1;
  const std::size_t blocks = std::max<std::size_t>(1, sizes.size() / kBlock);
  double squares = 0.0;
  for (std::size_t i = 0; i < blocks; ++i) {
    const auto at = [&](std::size_t block) {
      return sizes.begin() + static_cast<std::ptrdiff_t>(block * sizes.size() / blocks);
    };
    squares += std::pow(median({at(i), at(i + 1)}), 2);
  }
  const double whole = median(sizes), by_blocks = std::sqrt(squares / static_cast<double>(blocks));
  return kMedianToDeviation * (by_blocks > kUneven * whole ? by_blocks : whole);
}

struct OrderEstimate {
  double sigma;
  double tolerance;  // 1 + the relative sampling error that is allowed for
};

std::vector<OrderEstimate> estimates_by_order(Vector y) {
  std::vector<OrderEstimate> estimates;
  double binomial = 1.0;  // (2k over k)
  for (int k = 1; k <= kHighestOrder && y.size() > 1; ++k) {
    y = (y.tail(y.size() - 1) - y.head(y.size() - 1)).eval();
    binomial *= 2.0 * (2.0 * k - 1.0) / k;
    std::vector<double> sizes;  // a missing entry makes all differences across it NaN
    for (const double difference : y)
      if (std::isfinite(difference)) sizes.push_back(std::abs(difference));
    if (sizes.size() < kFewestDifferences) break;
    const double tolerance = 1.0 + 2.0 / std::sqrt(static_cast<double>(sizes.size()));
    estimates.push_back({deviation(sizes) / std::sqrt(binomial), tolerance});
  }
  return estimates;
}

double noise_level_of(const Vector& channel) {
  const std::vector<OrderEstimate> estimates = estimates_by_order(channel);
  if (estimates.empty()) return std::numeric_limits<double>::quiet_NaN();
  const double smallest = std::ranges::min(estimates, {}, &OrderEstimate::sigma).sigma;
  return std::ranges::find_if(estimates,
                              [&](const auto& e) { return e.sigma <= e.tolerance * smallest; })
      ->sigma;
}

}  // namespace

RowVector noise_level(const Series& series) {
  RowVector level(series.dimension());
  for (Index j = 0; j < series.dimension(); ++j) level[j] = noise_level_of(series.values.col(j));
  return level;
}

}  // namespace elto
