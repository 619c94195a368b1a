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
#include "elto/learn/fit_effects.hpp"
#include "elto/learn/noise_evidence.hpp"
#include "elto/learn/parameter_covariance.hpp"
#include "elto/series/inputs.hpp"
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

/// Entries of one of the series that are learned from.
struct LearnedRows {
  Rows rows = {};
  std::size_t series = 0;
  std::vector<Index> places = {};  // of its rows
};

/// Rows without any entry count only where most rows have one, because there they are as good as a
/// gap, and steps stay equal.
std::vector<Index> compact(const Rows& rows) {
  const bool all = 2 * rows.values.array().isFinite().count() > rows.count();
  std::vector<Index> places;
  for (Index t = 0; t < rows.count(); ++t)
    if (all || !std::isnan(rows.values(t, 0))) places.push_back(t);
  return places;
}

LearnedRows rows_at(const Rows& rows, std::size_t series, std::vector<Index> places) {
  return {.rows = {.times = rows.times(places), .values = rows.values(places, Eigen::all)},
          .series = series,
          .places = std::move(places)};
}

/// At most `most` rows, in contiguous blocks from the first to the last.
std::vector<std::vector<Index>> blocks_of(const std::vector<Index>& places, Index most) {
  if (std::ssize(places) <= most) return {places};
  const Index length = most / kBlocks;
  std::vector<std::vector<Index>> blocks;
  for (Index b = 0; b < kBlocks; ++b) {
    const auto begin = places.begin() + b * (std::ssize(places) - length) / (kBlocks - 1);
    blocks.emplace_back(begin, begin + length);
  }
  return blocks;
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
std::vector<LearnedRows> rows_to_learn(const ChannelModel& part, const std::vector<Series>& series,
                                       Index channel, const LearnOptions& options) {
  std::vector<LearnedRows> learned;
  for (std::size_t i = 0; i < series.size(); ++i) {
    const Series& one = series[i];
    if (one.values.col(channel).array().isNaN().all()) continue;
    Flags ignored(one.rows(), one.dimension());
    const Rows rows = believed_rows(part, one, channel, ignored);
    std::vector<Index> places = compact(rows);
    if (options.forecast_steps > 0) {
      const Index count = std::min(std::ssize(places), options.rows);
      places.erase(places.begin(), places.end() - count);
      learned.push_back(rows_at(rows, i, std::move(places)));
    } else {
      const Index most = std::max<Index>(options.rows / std::ssize(series), 2 * kBlocks);
      for (std::vector<Index>& block : blocks_of(places, most))
        learned.push_back(rows_at(rows, i, std::move(block)));
    }
  }
  return learned;
}

std::vector<Rows> rows_of(const std::vector<LearnedRows>& learned) {
  std::vector<Rows> rows;
  for (const LearnedRows& one : learned) rows.push_back(one.rows);
  return rows;
}

struct LearnedChannel {
  ChannelModel model = {};
  FamilyChoice choice = {};
  std::vector<Index> misfits = {};
  ForecastChoice forecast = {};
  std::vector<Rows> learned_from = {};
};

void take(ChannelModel& part, const FamilyFit& fit) {
  part.family = fit.family;
  part.model = fit.model;
  part.intervenes = fit.intervenes;
  part.bursts = fit.movement == Movement::in_bursts;
}

/// The family, of what a channel is without inputs.
LearnedChannel choose_channel(const std::vector<Series>& series, Index channel,
                              const LearnOptions& options, const std::function<bool()>& go_on) {
  LearnedChannel learned{.model = measured(series, channel)};
  ChannelModel& part = learned.model;
  if (!part.intervenes) {
    part.family = kConstantFamily;
    part.model = LinearModel({{IntegratedWiener{.order = 1, .noise = 1e-20}}}, 1e-20);
    return learned;
  }
  learned.learned_from = rows_of(rows_to_learn(part, series, channel, options));
  FamilyOptions families{.go_on = go_on};
  if (std::ranges::any_of(series, [](const Series& one) { return !one.time.labels.empty(); }))
    for (const double period : kCalendarPeriods) families.calendar.push_back(period / part.step);
  if (options.forecast_steps > 0) {
    const ForecastTask task{.step = median_step(times_of(series[0])) / part.step,
                            .steps = options.forecast_steps};
    learned.forecast = choose_for_forecast(learned.learned_from[0], task, families);
    learned.forecast.backtest.scale(part.scale);
    for (TriedForecast& tried : learned.forecast.tried) tried.error *= part.scale;
    learned.choice.fits.push_back(learned.forecast.fit);
    learned.learned_from = {learned.forecast.learned_from};
  } else {
    learned.choice = choose_family(learned.learned_from, families);
  }
  take(part, learned.choice.chosen());
  return learned;
}

/// How well the rows tell what was learned.
void judge(LearnedChannel& learned, const std::vector<Series>& series, Index channel) {
  ChannelModel& part = learned.model;
  if (part.family == kConstantFamily) return;
  if (!learned.forecast.backtest.empty()) return;  // it tells what the bands must hold
  part.noise_evidence = noise_evidence(learned.choice.chosen(), learned.learned_from);
  part.uncertainty = uncertainty_of(learned.choice.chosen(), learned.learned_from);
  if (series.size() > 1) learned.misfits = misfits_of(part, series, channel);
}

/// A channel with inputs that may have an effect on it.
class DrivenChannel {
 public:
  DrivenChannel(const std::vector<Series>& series, Index channel, const LearnOptions& options)
      : options_(options) {
    for (const Series& one : series) {
      Flags ignored(one.rows(), one.dimension());
      Series alone(believed_rows({}, one, channel, ignored).values,
                   {name_of_channel(one, channel)});
      alone.time = one.time;
      entries_.push_back(std::move(alone));
      inputs_.push_back({.times = times_of(one), .values = known_inputs(one)});
    }
  }

  /// The family of what inputs leave, and what they do. Without effects where they do nothing.
  LearnedChannel learn(const std::function<bool()>& go_on) {
    const ChannelModel whole = measured(entries_, 0);
    const std::vector<Rows> rows = rows_of(rows_to_learn(whole, entries_, 0, options_));
    const Family level{.name = "level", .components = {{IntegratedWiener{.order = 1}}}};
    // Before they are known, what inputs do looks like jumps and outliers.
    ChannelModel part = whole;
    take(part, fit_family(level, rows));
    part.intervenes = false;
    fit(part);
    LearnedChannel learned = choose_channel(without_effects(), 0, options_, go_on);
    if (effects_.effects.empty() || learned.model.family == kConstantFamily) return learned;
    fit(learned.model);
    if (options_.forecast_steps == 0) refit(learned);
    learned.model.effects = effects_.effects;
    learned.model.gain_covariance = effects_.covariance;
    return learned;
  }

  double parameters() const { return effects_.parameters; }

 private:
  std::vector<Series> without_effects() const {
    std::vector<Series> left = entries_;
    for (std::size_t i = 0; i < left.size(); ++i)
      left[i].values.col(0) -= drive_of(effects_.effects, inputs_[i].times, inputs_[i].values);
    return left;
  }

  /// By all entries but those that are no part of the series once the effects known are taken off.
  void fit(const ChannelModel& part) {
    std::vector<DrivenRows> driven;
    for (const LearnedRows& left : rows_to_learn(part, without_effects(), 0, options_)) {
      Treated treated = treat(left.rows, interventions_in(part, left.rows));
      const Matrix standardised =
          (entries_[left.series].values.col(0)(left.places).array() - part.offset) / part.scale;
      treated.rows.values =
          treated.rows.values.array().isNaN().select(treated.rows.values, standardised);
      driven.push_back({.entries = std::move(treated.rows),
                        .jumps = std::move(treated.jumps),
                        .series = left.series,
                        .places = left.places});
    }
    effects_ = fit_effects(part.model, driven, inputs_, part.scale, part.step);
  }

  /// The components by what the effects leave, and these by the components.
  void refit(LearnedChannel& learned) {
    learned.learned_from = rows_of(rows_to_learn(learned.model, without_effects(), 0, options_));
    FamilyFit& chosen = learned.choice.fits[learned.choice.best];
    FamilyFit again = refit_family({.name = chosen.family, .components = chosen.model.dynamics},
                                   learned.learned_from, chosen.model);
    again.score -= chosen.search_cost;
    again.search_cost = chosen.search_cost;
    chosen = std::move(again);
    take(learned.model, chosen);
    fit(learned.model);
  }

  const LearnOptions& options_;
  std::vector<Series> entries_ = {};  // of this channel alone, without those of a stuck sensor
  std::vector<GivenInputs> inputs_ = {};
  EffectFit effects_ = {};
};

/// By which families are compared whose units may differ: the log-density of entries in those of
/// the data.
double score_of(const LearnedChannel& learned) {
  Index entries = 0;
  for (const Rows& rows : learned.learned_from) entries += rows.values.array().isFinite().count();
  return learned.choice.chosen().score -
         static_cast<double>(entries) * std::log(learned.model.scale);
}

LearnedChannel learn_channel(const std::vector<Series>& series, Index channel,
                             const LearnOptions& options, const std::function<bool()>& go_on) {
  LearnedChannel learned = choose_channel(series, channel, options, go_on);
  if (!series.front().inputs.empty() && learned.model.family != kConstantFamily) {
    DrivenChannel driven(series, channel, options);
    LearnedChannel with = driven.learn(go_on);
    // Forecasts are compared by forecasts, where some could be tried.
    const bool by_forecasts = !with.forecast.tried.empty() && !learned.forecast.tried.empty();
    const bool better =
        by_forecasts ? with.forecast.tried.front().error < learned.forecast.tried.front().error
                     : score_of(with) - driven.parameters() > score_of(learned);
    if (!with.model.effects.empty() && better) learned = std::move(with);
  }
  judge(learned, series, channel);
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
    require(one.inputs.names == series.front().inputs.names, "inputs", "the same in all series",
            one.inputs.count());
  }
  LearnedSignalModel learned;
  learned.model.channels = series.front().channels;
  learned.model.inputs = series.front().inputs.names;
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
  if (!stopped && options.laws && options.forecast_steps == 0)  // a forecast is chosen by forecasts
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
