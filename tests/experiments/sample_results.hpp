// SPDX-License-Identifier: Apache-2.0
// Small tables with names that the paper has, and trials that nobody ran.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/results.hpp"
#include "experiments/table.hpp"

namespace elto::experiments::testing {

inline TableRow row(std::string_view name, std::string_view paper, bool alternative = false) {
  return {std::string(name), nullptr, std::string(paper), alternative};
}

inline TableColumn column(std::string_view name, std::string_view paper, bool alternative = false) {
  return {{std::string(name), nullptr}, std::string(paper), alternative};
}

/// One trial per error; an infinite one has diverged.
inline void add_trials(std::vector<Trial>& trials, std::string_view table, std::string_view row,
                       std::string_view column, const std::vector<double>& errors) {
  Index number = 0;
  for (const double error : errors) {
    const bool diverged = error == std::numeric_limits<double>::infinity();
    trials.push_back({std::string(table),
                      std::string(row),
                      std::string(column),
                      number++,
                      {.error = diverged ? 0.0 : error,
                       .learning = 1.0,
                       .tuning = 20.0,
                       .filtering = 0.5,
                       .diverged = diverged}});
  }
}

/// distribution_shift with raw observations beside the paper's two filters and with a second
/// reading of ELTO-AKF. The paper says 3.5604 and 1.0789, then 7.2018 and 3.9934.
inline Table shift_table() {
  return {.name = "distribution_shift",
          .title = "Noise that was not learned",
          .protocol = "Learned with one noise & judged with another.",
          .remarks = "Worse < better.",
          .unit = 0.1,
          .figure = Figure::bars,
          .rows = {row("Default to High", "Default to High"),
                   row("Default to Very High", "Default to Very High")},
          .columns = {column("Observations", ""), column("ELTO-KF", "ELTO-KF"),
                      column("ELTO-AKF", "ELTO-AKF"),
                      column("ELTO-AKF by prediction", "ELTO-AKF", true)}};
}

/// memory_rates without its last two rows and columns.
inline Table rates_table() {
  return {.name = "memory_rates",
          .title = "Memory factors",
          .protocol = "As it adapts.",
          .remarks = "",
          .unit = 0.01,
          .figure = Figure::lines,
          .rows = {row("Default to Default", "Default to Default"),
                   row("High to High", "High to High")},
          .columns = {column("Observations", ""), column("ELTO-AKF 0.9", "0.9"),
                      column("ELTO-AKF 0.3", "0.3")},
          .axis = "memory factor"};
}

/// time: one task, three quantities.
inline Table time_table() {
  return {.name = "time",
          .title = "Run time",
          .protocol = "",
          .remarks = "",
          .rows = {row("Pendulum", "")},
          .columns = {column("ELTO-KF", "ELTO-KF"), column("k = 2", "ELTO-AKF k = 2")},
          .quantities = {{"learning", [](const Outcome& outcome) { return outcome.learning; }},
                         {"tuning", [](const Outcome& outcome) { return outcome.tuning; }},
                         {"filtering", [](const Outcome& outcome) { return outcome.filtering; }}}};
}

inline std::vector<Table> sample_tables() {
  return {shift_table(), rates_table(), time_table()};
}

inline Results sample_results() {
  constexpr double kDiverged = std::numeric_limits<double>::infinity();
  Results results{.record = {.version = "0.1.0",
                             .command = "elto reproduce --trials 3",
                             .trials = 3,
                             .seed = 1,
                             .evaluations = 300,
                             .seconds = 5400.0},
                  .trials = {}};
  const auto add = [&](std::string_view table, std::string_view row, std::string_view column,
                       const std::vector<double>& errors) {
    add_trials(results.trials, table, row, column, errors);
  };
  add("distribution_shift", "Default to High", "Observations", {0.5, 0.6, 0.7});
  add("distribution_shift", "Default to High", "ELTO-KF", {0.3, 0.2, 0.4});
  add("distribution_shift", "Default to High", "ELTO-AKF", {0.09, 0.11, 0.10});
  add("distribution_shift", "Default to High", "ELTO-AKF by prediction", {0.01, 0.01, 0.01});
  add("distribution_shift", "Default to Very High", "ELTO-KF", {kDiverged, kDiverged, 0.7});
  add("distribution_shift", "Default to Very High", "ELTO-AKF", {0.5, kDiverged, 0.45});
  add("memory_rates", "Default to Default", "ELTO-AKF 0.9", {0.08, 0.09});
  add("memory_rates", "Default to Default", "ELTO-AKF 0.3", {0.2});
  add("memory_rates", "High to High", "ELTO-AKF 0.9", {0.2});
  add("memory_rates", "High to High", "ELTO-AKF 0.3", {kDiverged});
  add("time", "Pendulum", "ELTO-KF", {0.1, 0.2});
  add("time", "Pendulum", "k = 2", {0.1});
  return results;
}

}  // namespace elto::experiments::testing
