// SPDX-License-Identifier: Apache-2.0
#include "estimate_table.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "elto/core/text.hpp"
#include "elto/series/times.hpp"

#include "channel_names.hpp"

#include <boost/math/special_functions/erf.hpp>
#include <fmt/chrono.h>

namespace elto::command {
namespace {

constexpr std::size_t kDateLength = 10;  // 2026-11-15

// In the form of another: a date stays a date as long as the steps are whole days.
std::string timestamp(double seconds, std::string_view model, bool is_date) {
  const auto thousandths = std::llround(seconds * 1000.0);
  const auto part = (thousandths % 1000 + 1000) % 1000;
  const auto time = fmt::gmtime(static_cast<std::time_t>((thousandths - part) / 1000));
  if (is_date) return fmt::format("{:%Y-%m-%d}", time);
  const bool has_time = model.size() > kDateLength;
  const bool has_zone =
      !has_time || model.find_first_of("Zz+-", kDateLength) != std::string_view::npos;
  return fmt::format("{:%Y-%m-%d}{}{:%H:%M:%S}{}{}", time, has_time ? model[kDateLength] : 'T',
                     time, part == 0 ? "" : fmt::format(".{:03}", part), has_zone ? "Z" : "");
}

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
  const std::string& label = known.labels[static_cast<std::size_t>(last)];
  const bool is_date = label.size() == kDateLength && std::fmod(step, 86400.0) == 0.0;
  for (const double time : ahead.values) ahead.labels.push_back(timestamp(time, label, is_date));
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
