// SPDX-License-Identifier: Apache-2.0
#include "experiments/forecasts_table.hpp"

#include <cmath>
#include <memory>
#include <string>

#include "elto/core/text.hpp"
#include "elto/filter/signal_smoother.hpp"
#include "elto/learn/learn_signal_model.hpp"

#include "experiments/load_cases.hpp"
#include "experiments/shared_figures.hpp"

namespace elto::experiments {
namespace {

constexpr double kNinetyFive = 1.959963984540054;  // standard deviations to each side

/// Of what will be measured, with its variance.
Forecast learned_forecast(const Series& known, Index steps) {
  const LearnedSignalModel learned =
      learn_signal_model({known}, {.threads = 1, .forecast_steps = steps});
  Forecast ahead = forecast(learned.model, known, steps);
  calibrate(ahead, {learned.forecasts[0].backtest});
  ahead.variance.array() += ahead.noise_level[0] * ahead.noise_level[0];
  return ahead;
}

}  // namespace

ForecastFigures forecast_figures(const Vector& load, const ForecastTrial& trial) {
  double squares = 0.0, claimed = 0.0, inside = 0.0;
  for (Index k = 0; k < trial.origins; ++k) {
    const Vector known = load.segment(k * trial.apart, trial.known);
    const Vector then = load.segment(k * trial.apart + trial.known, trial.steps);
    const Forecast ahead = learned_forecast(Series(known), trial.steps);
    const Vector off = (then - ahead.mean).cwiseAbs2();
    squares += off.sum();
    claimed += ahead.variance.sum();
    inside += static_cast<double>(
        (off.array() <= kNinetyFive * kNinetyFive * ahead.variance.col(0).array()).count());
  }
  const auto entries = static_cast<double>(trial.origins * trial.steps);
  return {.error = std::sqrt(squares / entries),
          .held = inside / entries,
          .claimed = std::sqrt(claimed / squares)};
}

Table forecasts_table() {
  const ForecastTrial trial;
  const auto shared = std::make_shared<SharedFigures<ForecastFigures>>(
      [trial](const Task& task, const Effort& effort) {
        Rng rng(effort.seed);
        const auto load =
            std::ranges::find(kLoads, task.name, [](Load one) { return name_of(one); });
        return forecast_figures(hourly_load(*load, trial.hours(), rng), trial);
      });
  Table table{
      .name = "forecasts",
      .title = "Hourly loads, two days ahead",
      .protocol =
          "Loads with a day and a week, in values only: no time stamps, no season given. From each "
          "of twenty origins 13 hours apart a model is learned anew from the 1,344 hours before "
          "it. "
          "Errors are root mean squares over 1 to 48 hours and all origins, against what was "
          "measured. Holt-Winters of statsmodels is told the season, from the same hours "
          "(experiments/holt_winters.py): the best of seasons of 24 and 168 hours, with and "
          "without "
          "a trend. Then the share of what was measured in bands of 95 %, and the claimed error "
          "over "
          "the true one.",
      .remarks = "",
      .measure = "Errors and shares",
      .bound = "Holt-Winters",
      .on_request = true,
      .rows = {},
      .columns = {figure_column(shared, "RMSE", &ForecastFigures::error, "RMSE"),
                  coefficient_column(shared, "bands hold", &ForecastFigures::held),
                  coefficient_column(shared, "claimed / true", &ForecastFigures::claimed)}};
  const auto task = [](std::uint32_t) { return Task{}; };
  for (const Load load : kLoads)
    table.rows.push_back(named_row(std::string(name_of(load)), std::string(name_of(load)), task));
  return table;
}

}  // namespace elto::experiments
