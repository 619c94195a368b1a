// SPDX-License-Identifier: Apache-2.0
#include "elto/series/times.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"

namespace elto {

Vector times_of(const Series& series) {
  const Vector& times = series.time.values;
  if (times.size() == 0)
    return Vector::LinSpaced(series.rows(), 0.0, static_cast<double>(series.rows() - 1));
  require(times.size() == series.rows(), "times", concat("of ", series.rows(), " rows"),
          times.size());
  for (Index t = 0; t < times.size(); ++t) {
    require(std::isfinite(times[t]), "times", "known in every row", concat("none in row ", t));
    require(t == 0 || times[t] >= times[t - 1], "times", "in order",
            concat("row ", t, " before row ", t - 1));
  }
  return times;
}

double median_step(const VectorView& times) {
  std::vector<double> steps;
  steps.reserve(static_cast<std::size_t>(times.size()));
  for (Index t = 1; t < times.size(); ++t)
    if (const double step = times[t] - times[t - 1]; step > 0.0) steps.push_back(step);
  if (steps.empty()) return 1.0;
  const auto middle = steps.begin() + std::ssize(steps) / 2;
  std::nth_element(steps.begin(), middle, steps.end());
  return *middle;
}

Vector in_steps(const VectorView& times, double step) {
  Vector steps = (times.array() - times[0]) / step;
  const double digits = std::numeric_limits<double>::epsilon() * times.cwiseAbs().maxCoeff() / step;
  const double tolerance = std::max(1e-9 * std::max(1.0, steps[steps.size() - 1]), 4.0 * digits);
  const auto away = (steps.array() - steps.array().round()).abs();
  if (tolerance < 0.01 && away.maxCoeff() <= tolerance) steps = steps.array().round();
  return steps;
}

Series sorted_by_time(const Series& series) {
  const Vector& times = series.time.values;
  if (times.size() == 0) return series;
  std::vector<Index> order;
  for (Index t = 0; t < times.size(); ++t)
    if (!std::isnan(times[t])) order.push_back(t);
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return times[a] < times[b]; });
  Series sorted(Matrix(series.values(order, Eigen::all)), series.channels);
  sorted.time = {.name = series.time.name, .values = times(order), .labels = {}};
  if (!series.inputs.empty())
    sorted.inputs = {series.inputs.values(order, Eigen::all), series.inputs.names};
  if (!series.time.labels.empty())
    for (const Index t : order)
      sorted.time.labels.push_back(series.time.labels[static_cast<std::size_t>(t)]);
  return sorted;
}

}  // namespace elto
