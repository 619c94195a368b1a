// SPDX-License-Identifier: Apache-2.0
#include "experiments/engine_table.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include "elto/core/text.hpp"
#include "elto/filter/signal_smoother.hpp"
#include "elto/learn/learn_signal_model.hpp"

#include "experiments/engine_cases.hpp"
#include "experiments/shared_figures.hpp"

namespace elto::experiments {
namespace {

constexpr double kNinety = 1.6448536269514722;  // standard deviations to each side hold 90 %
constexpr double kBelievable = 1.5;
constexpr double kOutliers = 0.03;

bool everywhere(Index) {
  return true;
}

/// One channel of it.
Simulation channel_of(const Simulation& simulation, Index channel) {
  Simulation one{.observed = Matrix(simulation.observed.values.col(channel)),
                 .truth = simulation.truth.col(channel)};
  one.observed.time = simulation.observed.time;
  return one;
}

Estimate cleaned(const Series& series) {
  return smooth(learn_signal_model({series}, {.threads = 1}).model, series);
}

std::vector<Judged> alone(const Simulation& simulation) {
  return {judged(cleaned(simulation.observed), simulation, everywhere)};
}

std::vector<Judged> of_shape(Shape kind, double noise, double outliers, Rng& rng) {
  return alone(seen(shape(kind, rng), noise, outliers, rng));
}

/// The same noise twice; what outliers cost.
std::vector<Judged> cost_of_outliers(Shape kind, double noise, Rng& rng) {
  const Vector truth = shape(kind, rng);
  const Simulation plain = seen(truth, noise, 0.0, rng);
  Simulation wild = seen(truth, noise, kOutliers, rng);
  for (Index t = 0; t < truth.size(); ++t)
    if (std::abs(wild.observed.values(t, 0) - truth[t]) < 10.0 * noise)
      wild.observed.values(t, 0) = plain.observed.values(t, 0);
  Judged with = alone(wild).front();
  with.raw = alone(plain).front().error;
  return {with};
}

/// Its channels, where something is seen or where nothing is.
std::vector<Judged> of_track(bool in_gaps, Rng& rng) {
  const Simulation both = track(rng);
  const Estimate estimate = cleaned(both.observed);
  std::vector<Judged> channels;
  for (Index j = 0; j < 2; ++j) {
    Estimate own;
    own.mean = estimate.mean.col(j);
    own.variance = estimate.variance.col(j);
    channels.push_back(judged(own, channel_of(both, j), [&](Index t) {
      return std::isnan(both.observed.values(t, j)) == in_gaps;
    }));
  }
  return channels;
}

constexpr int kShortSeries = 200;

std::vector<Judged> one_by_one(Rng& rng) {
  std::vector<Judged> all;
  for (int i = 0; i < kShortSeries; ++i) all.push_back(alone(short_series(rng)).front());
  return all;
}

std::vector<Judged> by_one_model(Rng& rng) {
  std::vector<Simulation> simulations;
  std::vector<Series> series;
  for (int i = 0; i < kShortSeries; ++i) {
    simulations.push_back(short_series(rng));
    series.push_back(simulations.back().observed);
  }
  const SignalModel model = learn_signal_model(series, {.threads = 1}).model;
  std::vector<Judged> all;
  for (const Simulation& one : simulations)
    all.push_back(judged(smooth(model, one.observed), one, everywhere));
  return all;
}

struct Kind {
  std::string name;
  std::string expected;  // the row of expected figures
  std::function<std::vector<Judged>(Rng&)> judge;
  bool pooled = true;  // its raw error is one
};

std::vector<Kind> kinds() {
  std::vector<Kind> all;
  const auto add = [&](std::string name, std::string expected,
                       std::function<std::vector<Judged>(Rng&)> judge) {
    all.push_back({std::move(name), std::move(expected), std::move(judge)});
  };
  for (const Shape kind : kShapes) {
    const bool jumps =
        kind == Shape::steps || kind == Shape::square_wave || kind == Shape::sawtooth;
    const bool pulses = kind == Shape::heart || kind == Shape::spikes;
    for (const double noise : {0.05, 0.3}) {
      const std::string name = concat(name_of(kind), ", noise ", noise);
      add(name, jumps ? concat("jumps, noise ", noise) : "",
          [=](Rng& rng) { return of_shape(kind, noise, 0.0, rng); });
      if (jumps)
        add(concat(name, ", outliers"), concat("jumps, noise ", noise, ", outliers"),
            [=](Rng& rng) { return of_shape(kind, noise, kOutliers, rng); });
      if (!jumps && !pulses) {
        add(concat(name, ", outliers over without"), "outliers over without",
            [=](Rng& rng) { return cost_of_outliers(kind, noise, rng); });
        all.back().pooled = false;
      }
    }
    if (pulses)
      add(concat(name_of(kind), ", noise 0.1"), "pulses",
          [=](Rng& rng) { return of_shape(kind, 0.1, 0.0, rng); });
  }
  add("sines, noise 0.1, a stuck stretch", "", [](Rng& rng) {
    return alone(with_stuck_sensor(seen(shape(Shape::sines, rng), 0.1, 0.0, rng), rng));
  });
  add("track, outside its gaps", "track", [](Rng& rng) { return of_track(false, rng); });
  add("track, in its gaps", "", [](Rng& rng) { return of_track(true, rng); });
  add("200 series of 60 rows, one by one", "short, one by one", one_by_one);
  add("200 series of 60 rows, one model", "short, one model", by_one_model);
  return all;
}

constexpr std::string_view kTogether = "all of these together";

/// Each kind counts as much as any other.
EngineFigures together(std::uint32_t seed) {
  EngineFigures mean{.over_raw = 1.0, .claimed = 1.0};
  double count = 0.0;
  for (const Kind& kind : kinds()) count += kind.pooled;
  for (const Kind& kind : kinds()) {
    if (!kind.pooled) continue;
    Rng rng(seed);
    const EngineFigures one = figures_of(kind.judge(rng));
    mean.over_raw *= std::pow(one.over_raw, 1.0 / count);
    mean.worst = std::max(mean.worst, one.worst);
    mean.coverage += one.coverage / count;
    mean.claimed *= std::pow(one.claimed, 1.0 / count);
    mean.believable += one.believable / count;
  }
  return mean;
}

EngineFigures figures_named(std::string_view name, std::uint32_t seed) {
  if (name == kTogether) return together(seed);
  const std::vector<Kind> all = kinds();
  Rng rng(seed);
  return figures_of(std::ranges::find(all, name, &Kind::name)->judge(rng));
}

}  // namespace

Judged judged(const Estimate& estimate, const Simulation& simulation,
              const std::function<bool(Index row)>& counts) {
  const Vector seen = (simulation.observed.values - simulation.truth).cwiseAbs().reshaped();
  std::vector<double> off;
  for (const double away : seen)
    if (!std::isnan(away)) off.push_back(away);
  const auto middle = off.begin() + std::ssize(off) / 2;
  std::ranges::nth_element(off, middle);
  constexpr double kMedianOfNormal = 0.6745;
  const double wild = 10.0 * *middle / kMedianOfNormal;
  std::erase_if(off, [&](double away) { return away > wild; });
  double raw = 0.0;
  for (const double away : off) raw += away * away / static_cast<double>(off.size());

  Judged result;
  for (Index t = 0; t < simulation.truth.rows(); ++t) {
    if (!counts(t)) continue;
    for (Index j = 0; j < simulation.truth.cols(); ++j) {
      const double error = estimate.mean(t, j) - simulation.truth(t, j);
      const double variance = estimate.variance(t, j);
      result.error += error * error;
      result.claimed += variance;
      result.raw += raw;
      result.inside += error * error <= kNinety * kNinety * variance;
      ++result.entries;
    }
  }
  return result;
}

EngineFigures figures_of(const std::vector<Judged>& series) {
  Judged all;
  EngineFigures figures;
  for (const Judged& one : series) {
    all.error += one.error;
    all.claimed += one.claimed;
    all.raw += one.raw;
    all.inside += one.inside;
    all.entries += one.entries;
    figures.worst = std::max(figures.worst, one.ratio());
    const double claimed = std::sqrt(one.claimed / one.error);
    figures.believable += claimed <= kBelievable && claimed >= 1.0 / kBelievable;
  }
  figures.over_raw = all.ratio();
  figures.coverage = static_cast<double>(all.inside) / static_cast<double>(all.entries);
  figures.claimed = std::sqrt(all.claimed / all.error);
  figures.believable /= static_cast<double>(series.size());
  return figures;
}

Table engine_table() {
  const auto shared = std::make_shared<SharedFigures<EngineFigures>>(
      [](const Task& task, const Effort& effort) { return figures_named(task.name, effort.seed); });
  Table table{
      .name = "engine",
      .title = "The engine on series whose truth is known",
      .protocol =
          "Each series is learned from by itself and cleaned, without any setting. Shapes have 500 "
          "rows and a standard deviation of 1; with outliers, 3 % of the entries are off by twenty "
          "standard deviations of the noise. A track has 1600 rows that jitter and three gaps of "
          "minutes, its noise is 3 m. The first column is the mean squared error over that of the "
          "raw rows (counted without outliers; or, where the row says so, over that of the same "
          "series without them), the second that of the worst series in a trial. Then the share of "
          "the truth in bands of 90 %, the claimed error over the true one (root mean squares), "
          "and the share of series in which that is within a factor of 1.5. Together: means over "
          "the "
          "rows, geometric ones of ratios.",
      .remarks = "",
      .measure = "Ratios and shares",
      .bound = "at most",
      .on_request = true,
      .rows = {},
      .columns = {
          figure_column(shared, "mean square / raw", &EngineFigures::over_raw, "mean square"),
          figure_column(shared, "of the worst", &EngineFigures::worst, "worst"),
          coefficient_column(shared, "bands hold", &EngineFigures::coverage),
          coefficient_column(shared, "claimed / true", &EngineFigures::claimed),
          coefficient_column(shared, "within 1.5", &EngineFigures::believable)}};
  const auto task = [](std::uint32_t) { return Task{}; };
  for (const Kind& kind : kinds()) table.rows.push_back(named_row(kind.name, kind.expected, task));
  table.rows.push_back(named_row(std::string(kTogether), "", task));
  return table;
}

}  // namespace elto::experiments
