// SPDX-License-Identifier: Apache-2.0
#include "estimate_table.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "elto/core/text.hpp"
#include "elto/series/times.hpp"

#include "channel_names.hpp"
#include "timestamps.hpp"

#include <boost/math/special_functions/erf.hpp>

namespace elto::command {
namespace {

// From the last row whose time is known; no time if there is none.
TimeColumn continued(const TimeColumn& known, Index steps) {
  Index last = known.values.size() - 1;
  while (last >= 0 && std::isnan(known.values[last])) --last;
  if (last < 0) return {};
  TimeColumn ahead{known.name, Vector(steps), {}};
  const double step = median_step(known.values);
  for (Index i = 0; i < steps; ++i)
    ahead.values[i] =
        known.values[last] + static_cast<double>(known.values.size() - last + i) * step;
  if (known.labels.empty()) return ahead;
  ahead.labels = timestamps_like(known.labels[static_cast<std::size_t>(last)], ahead.values);
  return ahead;
}

}  // namespace

Series estimate_table(const Series& series, const Estimate& estimate, bool flags) {
  const Index T = estimate.mean.rows(), D = estimate.mean.cols();
  const std::vector<std::string> names = channel_names(series.channels, D);
  const Index pairs = estimate.covariance.empty() ? 0 : D * (D - 1) / 2;
  Series table;
  table.time = series.time;
  const Index flagged = flags && !estimate.flags.empty() ? D : 0;
  table.values.resize(T, 2 * D + pairs + flagged);
  for (Index i = 0; i < D; ++i) {
    const std::string& name = names[static_cast<std::size_t>(i)];
    table.channels.push_back(name);
    table.channels.push_back(name + "_std");
    table.values.col(2 * i) = estimate.mean.col(i);
    table.values.col(2 * i + 1) = estimate.variance.col(i).cwiseMax(0.0).cwiseSqrt();
  }
  Index column = 2 * D;
  for (Index i = 0; i < D && pairs > 0; ++i)
    for (Index j = i + 1; j < D; ++j, ++column) {
      table.channels.push_back(concat(names[static_cast<std::size_t>(i)], "_",
                                      names[static_cast<std::size_t>(j)], "_cov"));
      for (Index t = 0; t < T; ++t)
        table.values(t, column) = estimate.covariance[static_cast<std::size_t>(t)](i, j);
    }
  for (Index i = 0; i < flagged; ++i, ++column) {
    table.channels.push_back(names[static_cast<std::size_t>(i)] + "_flag");
    for (Index t = 0; t < T; ++t)
      table.values(t, column) = static_cast<double>(estimate.flags(t, i));
  }
  return table;
}

Series forecast_table(const Series& known, const Forecast& ahead, const RowVector& noise_level,
                      double level) {
  const Index steps = ahead.mean.rows(), D = ahead.mean.cols();
  const std::vector<std::string> names = channel_names(known.channels, D);
  const double z = std::sqrt(2.0) * boost::math::erf_inv(level);
  Series table;
  table.time = continued(known.time, steps);
  table.values.resize(steps, 4 * D);
  for (Index i = 0; i < D; ++i) {
    for (const char* suffix : {"", "_std", "_low", "_high"})
      table.channels.push_back(names[static_cast<std::size_t>(i)] + suffix);
    const double noise = std::isnan(noise_level[i]) ? 0.0 : noise_level[i];
    const Vector mean = ahead.mean.col(i);
    const Vector deviation =
        (ahead.variance.col(i).array().max(0.0) + noise * noise).sqrt().matrix();
    table.values.col(4 * i) = mean;
    table.values.col(4 * i + 1) = deviation;
    table.values.col(4 * i + 2) = mean - z * deviation;
    table.values.col(4 * i + 3) = mean + z * deviation;
  }
  return table;
}

}  // namespace elto::command
