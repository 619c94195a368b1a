// SPDX-License-Identifier: Apache-2.0
#include "features/median_distance.hpp"

#include <algorithm>
#include <vector>

#include "elto/core/error.hpp"

namespace elto {
namespace {

double positive_median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  if (!values.empty()) std::nth_element(values.begin(), middle, values.end());
  const double median = values.empty() ? 0.0 : *middle;
  require(median > 0.0, "median distance for a kernel scale", "positive", median);
  return median;
}

}  // namespace

double median_squared_distance(const MatrixView& X) {
  constexpr Index kMostRows = 1000;  // half a million pairs pin the median down well enough
  const Index rows = std::min(X.rows(), kMostRows);
  const auto row = [&](Index i) { return X.row(i * X.rows() / rows); };
  std::vector<double> d2;
  d2.reserve(static_cast<std::size_t>(rows * (rows - 1) / 2));
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < i; ++j) d2.push_back((row(i) - row(j)).squaredNorm());
  return positive_median(d2);
}

double median_squared_norm(const MatrixView& X) {
  std::vector<double> lengths;
  for (Index i = 0; i < X.rows(); ++i) lengths.push_back(X.row(i).squaredNorm());
  return positive_median(lengths);
}

}  // namespace elto
