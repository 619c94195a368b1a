// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/learn_signal_model.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numeric>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"
#include "elto/core/thread_pool.hpp"
#include "elto/filter/interventions.hpp"
#include "elto/filter/parameter_variance.hpp"
#include "elto/filter/signal_smoother.hpp"
#include "elto/learn/noise_evidence.hpp"
#include "elto/learn/parameter_covariance.hpp"
#include "elto/series/times.hpp"

namespace elto {
namespace {

constexpr Index kParts = 24;                 // of a channel's learning: families are about as many
constexpr Index kBlocks = 2;                 // of a long series that are learned from
constexpr double kNoticeable = 0.01;         // share of a variance
constexpr double kMisfit = 2.0;              // of variances
constexpr double kBeyondChanceOfMean = 5.0;  // standard deviations
constexpr double kConstant = 1e-12;  // standard deviation over size, below which nothing moves

struct Spread {
  double offset, scale;
};

/// Mean and standard deviation of what is left when values far outside the bulk of the series are
/// drawn to its edge: a few wild outliers would otherwise be all that the scale knows of.
Spread spread_of(std::vector<double> values) {
  std::ranges::sort(values);
  const auto at = [&](double share) {
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
  };
  const double low = at(0.05), high = at(0.95), width = high - low;
  if (width > 0.0)
    for (double& value : values) value = std::clamp(value, low - width, high + width);
  double sum = 0.0, squares = 0.0;
  for (const double value : values) sum += value;
  const double mean = sum / static_cast<double>(values.size());
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double deviation = std::sqrt(squares / static_cast<double>(values.size()));
  return {.offset = mean, .scale = deviation > kConstant * std::abs(mean) ? deviation : 0.0};
}

/// Entries at their times. Rows without any count only where most rows have one, because there they
/// are as good as a gap, and steps stay equal.
Rows compact(Rows rows) {
  const Index there = rows.values.array().isFinite().count();
  if (2 * there > rows.count()) return rows;
  Rows few{.times = Vector(there), .values = Matrix(there, 1)};
  for (Index t = 0, k = 0; t < rows.count(); ++t)
    if (!std::isnan(rows.values(t, 0))) {
      few.times[k] = rows.times[t];
      few.values(k++, 0) = rows.values(t, 0);
    }
  return few;
}

/// At most `most` rows, in contiguous blocks from the first to the last.
void add_blocks(const Rows& rows, Index most, std::vector<Rows>& parts) {
  if (rows.count() <= most) {
    parts.push_back(rows);
    return;
  }
  const Index length = most / kBlocks;
  for (Index b = 0; b < kBlocks; ++b) {
    const Index begin = b * (rows.count() - length) / (kBlocks - 1);
    parts.push_back({.times = rows.times.segment(begin, length),
                     .values = rows.values.middleRows(begin, length)});
  }
}

std::string name_of_channel(const Series& series, Index channel) {
  return series.channels.empty() ? concat("column ", channel)
                                 : series.channels[static_cast<std::size_t>(channel)];
}

/// In which unit of time, and where values are: what must be known before anything is learned.
ChannelModel measured(const std::vector<Series>& series, Index channel) {
  Index most = 0, entries = 0;
  double step = 0.0;
  for (const Series& one : series) {
    const auto column = one.values.col(channel).array();
    const Index count = column.size() - column.isNaN().count();
    entries += count;
    if (count <= most) continue;
    most = count;
    Vector own = times_of(one);
    Index last = 0;
    for (Index t = 0; t < one.rows(); ++t)
      if (!std::isnan(column[t])) own[last++] = own[t];
    step = median_step(own.head(last));
  }
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(entries));
  for (const Series& one : series)
    for (const double value : one.values.col(channel))
      if (!std::isnan(value)) values.push_back(value);
  require(!values.empty(), name_of_channel(series.front(), channel), "a channel with values",
          "none at all");
  const Spread spread = spread_of(std::move(values));
  return {.offset = spread.offset,
          .scale = spread.scale > 0.0 ? spread.scale : std::max(std::abs(spread.offset), 1.0),
          .step = step > 0.0 ? step : 1.0,
          .intervenes = spread.scale > 0.0};
}

/// Nothing where many rows leave no doubt about the parameters that a band would show.
Matrix uncertainty_of(const FamilyFit& fit, const std::vector<Rows>& series) {
  const Matrix covariance = parameter_covariance(fit, series);
  for (std::size_t i = 0; i < series.size(); ++i) {
    const Treated treated = treat(series[i], fit.interventions[i]);
    const Vector variance = smooth(fit.model, treated.rows, treated.jumps).signal.variance.col(0);
    const Vector added =
        parameter_variance(fit.model, covariance, treated.rows, treated.jumps, variance);
    if (added.mean() > kNoticeable * variance.mean()) return covariance;
  }
  return {};
}

struct Deviations {
  double mean_square, count;  // of entries from what all others say, in standard deviations
};

Deviations deviations_from(const ChannelModel& part, const Rows& rows) {
  const Treated treated = treat(rows, interventions_in(part, rows));
  const SmoothedRows smoothed = smooth(part.model, treated.rows, treated.jumps);
  double squares = 0.0, count = 0.0;
  for (Index t = 0; t < rows.count(); ++t) {
    const double away = treated.rows.values(t, 0) - smoothed.left_out.mean(t, 0);
    if (std::isnan(away)) continue;
    squares += away * away / smoothed.left_out.variance(t, 0);
    count += 1.0;
  }
  return {.mean_square = squares / count, .count = count};
}

/// Compared with the series in the middle: one with far more noise makes all others look quiet.
std::vector<Index> misfits_of(const ChannelModel& part, const std::vector<Series>& series,
                              Index channel) {
  std::vector<Index> which;
  std::vector<Deviations> deviations;
  for (std::size_t i = 0; i < series.size(); ++i) {
    Flags ignored(series[i].rows(), series[i].dimension());
    const Deviations own = deviations_from(part, believed_rows(part, series[i], channel, ignored));
    if (own.count == 0.0) continue;
    which.push_back(static_cast<Index>(i));
    deviations.push_back(own);
  }
  if (which.empty()) return {};
  std::vector<Deviations> sorted = deviations;
  const auto middle = sorted.begin() + std::ssize(sorted) / 2;
  std::ranges::nth_element(sorted, middle, {}, &Deviations::mean_square);
  std::vector<Index> misfits;
  for (std::size_t k = 0; k < which.size(); ++k) {
    const auto [mean_square, count] = deviations[k];
    const double chance = kBeyondChanceOfMean * std::sqrt(2.0 / count);
    if (std::abs(std::log(mean_square / middle->mean_square)) > std::max(std::log(kMisfit), chance))
      misfits.push_back(which[k]);
  }
  return misfits;
}

/// The entries of a channel that are learned from: forecasts need the last ones without a gap.
std::vector<Rows> rows_to_learn(const ChannelModel& part, const std::vector<Series>& series,
                                Index channel, const LearnOptions& options) {
  std::vector<Rows> rows;
  for (const Series& one : series) {
    if (one.values.col(channel).array().isNaN().all()) continue;
    Flags ignored(one.rows(), one.dimension());
    const Rows all = compact(believed_rows(part, one, channel, ignored));
    if (options.forecast_steps > 0) {
      const Index count = std::min(all.count(), options.rows);
      rows.push_back({.times = all.times.tail(count), .values = all.values.bottomRows(count)});
    } else {
      add_blocks(all, std::max<Index>(options.rows / std::ssize(series), 2 * kBlocks), rows);
    }
  }
  return rows;
}

struct LearnedChannel {
  ChannelModel model = {};
  FamilyChoice choice = {};
  std::vector<Index> misfits = {};
  ForecastChoice forecast = {};
};

LearnedChannel learn_channel(const std::vector<Series>& series, Index channel,
                             const LearnOptions& options, const std::function<bool()>& go_on) {
  LearnedChannel learned{.model = measured(series, channel)};
  ChannelModel& part = learned.model;
  if (!part.intervenes) {
    part.family = kConstantFamily;
    part.model = LinearModel({{IntegratedWiener{.order = 1, .noise = 1e-20}}}, 1e-20);
    return learned;
  }
  const std::vector<Rows> rows = rows_to_learn(part, series, channel, options);
  std::vector<Rows> learned_from = rows;
  FamilyOptions families{.go_on = go_on};
  if (std::ranges::any_of(series, [](const Series& one) { return !one.time.labels.empty(); }))
    for (const double period : kCalendarPeriods) families.calendar.push_back(period / part.step);
  if (options.forecast_steps > 0) {
    const ForecastTask task{.step = median_step(times_of(series[0])) / part.step,
                            .steps = options.forecast_steps};
    learned.forecast = choose_for_forecast(rows[0], task, families);
    learned.forecast.backtest.scale(part.scale);
    for (TriedForecast& tried : learned.forecast.tried) tried.error *= part.scale;
    learned.choice.fits.push_back(learned.forecast.fit);
    learned_from = {learned.forecast.learned_from};
  } else {
    learned.choice = choose_family(rows, families);
  }
  const FamilyFit& chosen = learned.choice.chosen();
  part.family = chosen.family;
  part.model = chosen.model;
  part.intervenes = chosen.intervenes;
  part.bursts = chosen.movement == Movement::in_bursts;
  if (!learned.forecast.backtest.empty()) return learned;  // it tells what the bands must hold
  part.noise_evidence = noise_evidence(chosen, learned_from);
  part.uncertainty = uncertainty_of(chosen, learned_from);
  if (series.size() > 1) learned.misfits = misfits_of(part, series, channel);
  return learned;
}

}  // namespace

void validate(const LearnOptions& options) {
  require(options.rows >= 100, "rows", "at least 100", options.rows);
  require(options.threads >= 0, "threads", "at least 0", options.threads);
  require(options.forecast_steps >= 0, "forecast_steps", "at least 0", options.forecast_steps);
}

LearnedSignalModel learn_signal_model(const std::vector<Series>& series,
                                      const LearnOptions& options) {
  validate(options);
  require(!series.empty(), "series", "at least 1", 0);
  require(series.size() == 1 || options.forecast_steps == 0, "series", "one, to learn forecasts",
          series.size());
  const Index D = series.front().dimension();
  require(D >= 1, "series", "at least 1 column", D);
  for (const Series& one : series) {
    require(one.dimension() == D, "columns", concat("the same in all series, ", D),
            one.dimension());
    require(one.rows() >= 1, "series", "at least 1 row", one.rows());
    require(!one.values.array().isInf().any(), "values", "finite or NaN", "an infinity");
  }
  LearnedSignalModel learned;
  learned.model.channels = series.front().channels;
  learned.model.parts.resize(static_cast<std::size_t>(D));
  learned.choices.resize(static_cast<std::size_t>(D));
  learned.misfits.resize(static_cast<std::size_t>(D));
  if (options.forecast_steps > 0) learned.forecasts.resize(static_cast<std::size_t>(D));
  std::vector<Index> done(static_cast<std::size_t>(D), 0);
  bool stopped = false;
  std::mutex guard;
  const auto advance = [&](Index channel, Index to) {
    const std::lock_guard lock(guard);
    done[static_cast<std::size_t>(channel)] = to;
    const Index all = std::reduce(done.begin(), done.end());
    if (!stopped && options.progress && !options.progress(all, kParts * D)) stopped = true;
    return !stopped;
  };
  ThreadPool(options.threads).run(D, [&](Index j) {
    Index families = 0;
    const auto go_on = [&] { return advance(j, std::min(families++, kParts - 1)); };
    if (!go_on()) return;
    LearnedChannel one = learn_channel(series, j, options, go_on);
    const auto at = static_cast<std::size_t>(j);
    learned.model.parts[at] = std::move(one.model);
    learned.choices[at] = std::move(one.choice);
    learned.misfits[at] = std::move(one.misfits);
    if (options.forecast_steps > 0) learned.forecasts[at] = std::move(one.forecast);
    (void)advance(j, kParts);  // whoever is next asks
  });
  if (!stopped && options.forecast_steps == 0)  // a forecast is chosen by forecasts
    learned.laws = choose_laws(series, learned.model,
                               {.threads = options.threads, .stopped = [&] {
                                  const std::lock_guard lock(guard);
                                  if (options.progress && !options.progress(kParts * D, kParts * D))
                                    stopped = true;
                                  return stopped;
                                }});
  learned.status.code = stopped ? StatusCode::stopped : StatusCode::ok;
  return learned;
}

}  // namespace elto
