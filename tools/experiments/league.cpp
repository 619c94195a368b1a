// SPDX-License-Identifier: Apache-2.0
#include "experiments/league.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "elto/baselines/trend_filter.hpp"
#include "elto/core/text.hpp"
#include "elto/filter/state_filter.hpp"
#include "elto/filter/state_smoother.hpp"
#include "elto/systems/field_equations.hpp"

#include "experiments/shared_figures.hpp"
#include "experiments/tally.hpp"

namespace elto::experiments {
namespace {

/// From a few rows on, every row looks ahead as far as the test rows reach.
void add_forecasts(const StateModel& model, const Simulation& part,
                   std::array<Tally, kForecastSteps.size()>& tallies) {
  constexpr Index kFirst = 5;
  StateFilter belief(model);
  for (Index t = 0; t < part.truth.rows(); ++t) {
    belief.predict();
    (void)belief.update(part.observed.values.row(t));  // a failure shows as forecasts of NaN
    if (t < kFirst) continue;
    StateFilter ahead = belief;
    const Index last = std::min(kForecastSteps.back(), part.truth.rows() - 1 - t);
    for (Index step = 1; step <= last; ++step) {
      ahead.predict();
      const auto at = std::ranges::find(kForecastSteps, step);
      if (at == kForecastSteps.end()) continue;
      tallies[static_cast<std::size_t>(at - kForecastSteps.begin())].add(
          ahead.mean(), ahead.variance(), part.truth.row(t + step));
    }
  }
}

std::vector<TableRow> lorenz96_rows() {
  const auto task_of = [](const Lorenz96Options& options) {
    return [options](std::uint32_t seed) { return lorenz96_task(options, seed); };
  };
  std::vector<TableRow> rows;
  for (const Index D : {5, 10, 40, 100})
    for (const double noise : {0.1, 0.5})
      rows.push_back(named_row(concat("Lorenz-96, D = ", D, ", sigma ", noise),
                               D == 5 ? "Lorenz-96 D = 5" : "Lorenz-96 D >= 10",
                               task_of({.dimension = D,
                                        .noise = noise,
                                        .start = D < 40 ? Lorenz96Start::disturbed_equilibrium
                                                        : Lorenz96Start::random})));
  for (const Index known : {500, 2000})
    rows.push_back(named_row(concat("Lorenz-96, D = 5, sigma 0.1, step 0.05, ", known, " rows"),
                             concat("Lorenz-96 step 0.05, ", known, " rows"),
                             task_of({.rows = 2 * known, .time_step = 0.05})));
  return rows;
}

std::vector<TableRow> lidar_rows() {
  const std::array<std::pair<std::string_view, LidarOptions>, 5> settings{{
      {"default", kLidarDefault},
      {"high noise", kLidarHigh},
      {"very high noise", kLidarVeryHigh},
      {"small intervals", kLidarSmall},
      {"large intervals", kLidarLarge},
  }};
  std::vector<TableRow> rows;
  rows.reserve(settings.size());
  for (const auto& [name, options] : settings)
    rows.push_back(named_row(
        concat("LiDAR, ", name), "LiDAR",
        [lidar = options](std::uint32_t seed) { return lidar_task(lidar, lidar, seed); }));
  return rows;
}

std::vector<TableRow> pendulum_rows() {
  std::vector<TableRow> rows;
  for (const double observation : {0.1, 0.01})
    for (const double process : {0.1, 1.0}) {
      const PendulumOptions options{.process_noise = process, .observation_noise = observation};
      rows.push_back(
          named_row(concat("Pendulum, noise ", observation, ", torque ", process),
                    concat("Pendulum, noise ", observation),
                    [options](std::uint32_t seed) { return pendulum_task(options, seed); }));
    }
  return rows;
}

std::vector<TableRow> field_rows() {
  return {named_row("Burgers field", "Burgers field",
                    [](std::uint32_t seed) { return field_task(burgers(), seed); }),
          named_row("Burgers field with shock", "Burgers field with shock",
                    [](std::uint32_t seed) { return field_task(burgers_shock(), seed); })};
}

}  // namespace

LeagueFigures league_figures(const Task& task, const StateFitOptions& options) {
  const std::vector<Series> known = known_rows(task);
  const StateModel model = fit_state_model(known, options).model;
  const TrendFilter trend = fit_trend_filter(known);
  const auto raw = tally_of(task, [](const Series& rows) {
    Estimate estimate;
    estimate.mean = rows.values;
    estimate.variance = Matrix::Zero(rows.rows(), rows.dimension());
    return estimate;
  });
  const auto trend_filtered =
      tally_of(task, [&](const Series& rows) { return filter(trend, rows); });
  const auto trend_smoothed =
      tally_of(task, [&](const Series& rows) { return smooth(trend, rows); });
  const auto filtered = tally_of(task, [&](const Series& rows) { return filter(model, rows); });
  const auto smoothed = tally_of(task, [&](const Series& rows) { return smooth(model, rows); });
  std::array<Tally, kForecastSteps.size()> forecasts;
  for (const Simulation& part : task.test) add_forecasts(model, part, forecasts);

  LeagueFigures figures{.filter = filtered.squares / trend_filtered.squares,
                        .smoother = smoothed.squares / trend_smoothed.squares,
                        .filter_over_raw = filtered.squares / raw.squares,
                        .smoother_over_raw = smoothed.squares / raw.squares,
                        .smoother_error = smoothed.mean_square(),
                        .filter_coverage = filtered.coverage(),
                        .smoother_coverage = smoothed.coverage()};
  std::ranges::transform(forecasts, figures.forecast_coverage.begin(), &Tally::coverage);
  return figures;
}

Table league() {
  const auto shared =
      std::make_shared<SharedFigures<LeagueFigures>>([](const Task& task, const Effort& effort) {
        return league_figures(task, {.evaluations = effort.evaluations, .seed = effort.seed});
      });
  Table table{
      .name = "league",
      .title = "The default model against what one would use instead",
      .protocol =
          "Each model is fitted to the observed rows before the test and sees no truth. The first "
          "columns are its mean squared errors over those of a local linear trend with one tuned "
          "number, filter over filter and smoother over smoother, and over those of the raw "
          "observations; the others are the shares of the truth within bands of 90 %. Forecasts "
          "begin at every row from the sixth on. Fields have noise of half their standard "
          "deviation, their "
          "rows are places and their channels times; they are denoised whole. Lorenz-96 has rows "
          "0.01 apart and 500 to learn from, if not said otherwise, and a random start from D = 40 "
          "on.",
      .remarks = "",
      .measure = "Ratios of errors, and shares covered",
      .bound = "at most",
      .on_request = true,
      .rows = lorenz96_rows(),
      .columns = {
          figure_column(shared, "filter", &LeagueFigures::filter, "filter"),
          figure_column(shared, "smoother", &LeagueFigures::smoother, "smoother"),
          figure_column(shared, "filter / raw", &LeagueFigures::filter_over_raw),
          figure_column(shared, "smoother / raw", &LeagueFigures::smoother_over_raw),
          figure_column(shared, "smoother error", &LeagueFigures::smoother_error, "smoother error"),
          figure_column(shared, "filter covers", &LeagueFigures::filter_coverage),
          figure_column(shared, "smoother covers", &LeagueFigures::smoother_coverage)}};
  for (std::size_t i = 0; i < kForecastSteps.size(); ++i)
    table.columns.push_back(
        figure_column(shared, concat("forecast ", kForecastSteps[i], " covers"),
                      [i](const LeagueFigures& figures) { return figures.forecast_coverage[i]; }));
  table.rows.push_back(named_row("Lorenz-63, sigma 0.2", "Lorenz-63",
                                 [](std::uint32_t seed) { return lorenz63_task({}, seed); }));
  table.rows.push_back(named_row("Van der Pol, noise jumping", "Van der Pol", van_der_pol_task));
  for (const auto& more : {lidar_rows(), pendulum_rows(), field_rows()})
    table.rows.insert(table.rows.end(), more.begin(), more.end());
  return table;
}

}  // namespace elto::experiments
