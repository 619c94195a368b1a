// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"
#include "elto/diagnostics/noise_level.hpp"
#include "elto/filter/forecast.hpp"
#include "elto/filter/signal_smoother.hpp"
#include "elto/learn/choose_for_forecast.hpp"
#include "elto/model/any_model.hpp"
#include "elto/series/inputs.hpp"
#include "elto/series/times.hpp"

#include "channel_names.hpp"
#include "estimate_table.hpp"
#include "fit_job.hpp"
#include "forecast_summary.hpp"
#include "input_data.hpp"
#include "option_value.hpp"
#include "output_file.hpp"
#include "report/forecast_report.hpp"
#include "summary.hpp"
#include "verbs.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

struct ForecastArguments {
  std::string model, data, output = "-";  // without data the first is the data
  std::string report;
  Index steps = 10;
  double level = 0.95;
  InputOptions read;
  CommonOptions common;
};

struct KnownRows {
  AnyModel model;
  Series given;   // with rows at its end that say where inputs will be
  Series series;  // up to the last row with data
  std::string path;
  std::vector<ForecastChoice> choices = {};  // of each channel, if they were learned
  double seconds = 0.0;
};

/// Rows behind the last one with data count where they have inputs to tell.
Series measured_part(const Series& given, const std::string& path) {
  if (given.inputs.empty()) return given;
  Series series = up_to_last_entry(given);
  if (series.rows() == 0) throw IoError(path, "has no values but those of the inputs");
  return series;
}

/// How far inputs are known ahead.
std::vector<std::string> input_sentences(const KnownRows& known, Index steps) {
  if (known.given.inputs.empty()) return {};
  const Vector times = times_of(known.given);
  const Index last = known.series.rows() - 1;
  const double step = median_step(times.head(last + 1)),
               ahead = times[times.size() - 1] - times[last];
  const auto told = static_cast<Index>(std::floor(ahead / step + 1e-6));
  if (told >= steps) return {"Inputs are given in rows behind the last one with data."};
  return {told == 0
              ? std::string("No row behind the last one with data says where inputs will be: "
                            "they are taken to stay where they were last.")
              : fmt::format("Inputs are given for {} of {} steps; then they are taken to stay "
                            "where they were last.",
                            told, steps)};
}

/// With the model of a file, or with one that is learned first: the engine, because it knows
/// seasons and takes times as they are.
KnownRows known_to(const ForecastArguments& arguments) {
  if (!arguments.data.empty()) {
    if (!arguments.read.inputs.empty())
      throw UsageError("--inputs: the model knows its own; without a model they are learned");
    AnyModel model = load_any(arguments.model);
    InputOptions read = arguments.read;
    read.table = with_columns_of(model, read.table);
    Series given =
        matched(read_input(arguments.data, read, arguments.common), model, arguments.data);
    given = usable_rows(std::move(given), model).series;
    Series series = measured_part(given, arguments.data);
    return {std::move(model), std::move(given), std::move(series), arguments.data};
  }
  Series given = read_input(arguments.model, arguments.read, arguments.common);
  const FitJob job{
      .series = measured_part(given, arguments.model),
      .path = arguments.model,
      .arguments = {.choice = ModelChoice::engine, .signal = {.forecast_steps = arguments.steps}},
      .checkpoint = {},
      .common = arguments.common};
  FitOutcome outcome = run_fit(job);
  return {std::move(outcome.model),     std::move(given), job.series, arguments.model,
          std::move(outcome.forecasts), outcome.seconds};
}

Forecast forecast_of(const KnownRows& known, Index steps) {
  Forecast ahead =
      std::visit([&](const auto& any) { return forecast(any, known.given, steps); }, known.model);
  if (!ahead.status.ok())
    throw NumericalError(concat(known.path, ": the filter failed, ", describe(ahead.status),
                                "; fit again with other options"));
  if (ahead.noise_level.size() == 0) ahead.noise_level = noise_level(known.series);
  if (!known.choices.empty()) {
    std::vector<Backtest> backtests;
    for (const ForecastChoice& choice : known.choices) backtests.push_back(choice.backtest);
    calibrate(ahead, backtests);
  }
  return ahead;
}

/// The table has four columns a channel: the forecast, its standard deviation, and its band.
void write_report(const ForecastArguments& arguments, const KnownRows& known, const Series& table,
                  const std::string& subtitle, const std::vector<std::string>& sentences) {
  ForecastReport page{.known = known.series,
                      .ahead = table.time,
                      .level = arguments.level,
                      .title = input_title(known.path),
                      .subtitle = subtitle,
                      .sentences = sentences,
                      .card = {run_card()}};
  page.card[0].entries.push_back({"steps", text(arguments.steps)});
  if (known.seconds > 0.0)
    page.card[0].entries.push_back({"learning took", fmt::format("{:.1f} s", known.seconds)});
  const std::vector<std::string> names =
      channel_names(known.series.channels, known.series.dimension());
  for (std::size_t j = 0; j < names.size(); ++j) {
    const auto column = 4 * static_cast<Index>(j);
    ForecastChannel channel{.name = names[j],
                            .mean = table.values.col(column),
                            .half = table.values.col(column + 3) - table.values.col(column)};
    if (!known.choices.empty()) {
      channel.family = known.choices[j].fit.family;
      channel.backtest = known.choices[j].backtest;
      channel.tried = known.choices[j].tried;
    }
    page.channels.push_back(std::move(channel));
  }
  write_text(arguments.report, to_html(page), arguments.common);
}

void run(const ForecastArguments& arguments) {
  if (arguments.steps < 1) throw UsageError("--steps: must be at least 1");
  if (!(arguments.level > 0.0 && arguments.level < 1.0))
    throw UsageError("--level: must be between 0 and 1");
  if (arguments.report == "-")
    throw UsageError("--report: a report is a file, it cannot go to standard output");
  require_one_writer(arguments.common, arguments.output);
  require_writable_data(arguments.output, arguments.common);
  require_writable(arguments.report, arguments.common);
  const KnownRows known = known_to(arguments);
  const Forecast ahead = forecast_of(known, arguments.steps);
  const Series table = forecast_table(known.series, ahead, ahead.noise_level, arguments.level);
  write_series(table, arguments.output, arguments.common);
  nlohmann::ordered_json object = {{"verb", "forecast"}};
  if (!arguments.data.empty()) object["model"] = arguments.model;
  object["input"] = known.path;
  object["steps"] = arguments.steps;
  object["level"] = arguments.level;
  object["output"] = arguments.output;
  std::vector<std::string> sentences = input_sentences(known, arguments.steps);
  const std::vector<std::string> names =
      channel_names(known.series.channels, known.series.dimension());
  for (std::size_t j = 0; j < known.choices.size(); ++j) {
    object["channels"][names[j]] = to_json(known.choices[j]);
    for (std::string& sentence : sentences_of(names[j], known.choices[j], arguments.steps))
      sentences.push_back(std::move(sentence));
  }
  const std::string rows =
      fmt::format("{} rows known, {} rows ahead", known.series.rows(), arguments.steps);
  std::vector<std::string> lines = {concat(known.path, ": ", rows)};
  lines.insert(lines.end(), sentences.begin(), sentences.end());
  if (!arguments.report.empty()) {
    write_report(arguments, known, table, rows, sentences);
    object["report"] = arguments.report;
    lines.push_back(fmt::format("report  {}", arguments.report));
  }
  print_summary(object, lines, arguments.common, arguments.output == "-");
}

}  // namespace

Verb forecast_verb() {
  const auto arguments = std::make_shared<ForecastArguments>();
  const Option output = output_option(
      arguments->output, "Where the forecast goes; '-': CSV on standard output", kOutputGroup);
  return {
      .name = "forecast",
      .summary = "Look some rows ahead, with intervals",
      .description =
          "Goes on from the last row without data, with the model of a file or with one that is "
          "learned first, of levels, trends, cycles and seasons: the one by which forecasts of so "
          "many rows would have been the best so far. How far off those were is said, and their "
          "intervals are made as wide as it took. With --inputs, rows behind the last one with "
          "data say where inputs will be; where none does they stay where they were last. Columns "
          "per channel: the forecast, its standard "
          "deviation (_std) and the interval (_low, _high) that holds the next measurement with "
          "the probability --level.",
      .positionals = {{"MODEL|DATA",
                       "Model file, from elto fit, with the data behind it; or the data alone",
                       [arguments](const std::string& value) { arguments->model = value; }},
                      {"DATA", input_description(),
                       [arguments](const std::string& value) { arguments->data = value; }, false}},
      .options = joined(
          {{output,
            option("report", "FILE", arguments->report, "HTML report to write", kOutputGroup),
            option("steps", "N", arguments->steps, "Rows to look ahead", kOutputGroup),
            option("level", "X", arguments->level, "Probability of the interval", kOutputGroup)},
           options_of(arguments->read),
           {inputs_option(arguments->read)},
           options_of(arguments->common)}),
      .examples = {{"elto forecast load.csv --steps 48 -o ahead.csv --report ahead.html",
                    "two days of an hourly load, its seasons found"},
                   {"elto forecast machine.elto today.csv --steps 24 -o tomorrow.csv",
                    "24 rows ahead"}},
      .run = [arguments] { run(*arguments); }};
}

}  // namespace elto::command
