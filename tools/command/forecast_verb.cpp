// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <utility>

#include "elto/core/text.hpp"
#include "elto/diagnostics/noise_level.hpp"
#include "elto/filter/forecast.hpp"
#include "elto/filter/signal_smoother.hpp"
#include "elto/model/any_model.hpp"

#include "channel_names.hpp"
#include "estimate_table.hpp"
#include "fit_job.hpp"
#include "input_data.hpp"
#include "option_value.hpp"
#include "output_file.hpp"
#include "summary.hpp"
#include "verbs.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

struct ForecastArguments {
  std::string model, data, output = "-";  // without data the first is the data
  Index steps = 10;
  double level = 0.95;
  InputOptions read;
  CommonOptions common;
};

struct KnownRows {
  AnyModel model;
  Series series;
  std::string path;
};

/// With the model of a file, or with one that is learned first: the engine, because it knows
/// seasons and takes times as they are.
KnownRows known_to(const ForecastArguments& arguments) {
  if (!arguments.data.empty()) {
    AnyModel model = load_any(arguments.model);
    Series series = matched(read_input(arguments.data, arguments.read, arguments.common), model,
                            arguments.data);
    series = usable_rows(std::move(series), model).series;
    return {std::move(model), std::move(series), arguments.data};
  }
  const FitJob job{.series = read_input(arguments.model, arguments.read, arguments.common),
                   .path = arguments.model,
                   .arguments = {.choice = ModelChoice::engine},
                   .checkpoint = {},
                   .common = arguments.common};
  return {run_fit(job).model, job.series, arguments.model};
}

void run(const ForecastArguments& arguments) {
  if (arguments.steps < 1) throw UsageError("--steps: must be at least 1");
  if (!(arguments.level > 0.0 && arguments.level < 1.0))
    throw UsageError("--level: must be between 0 and 1");
  require_one_writer(arguments.common, arguments.output);
  require_writable_data(arguments.output, arguments.common);
  const KnownRows known = known_to(arguments);
  const Forecast ahead = std::visit(
      [&](const auto& any) { return forecast(any, known.series, arguments.steps); }, known.model);
  if (!ahead.status.ok())
    throw NumericalError(concat(known.path, ": the filter failed, ", describe(ahead.status),
                                "; fit again with other options"));
  const RowVector noise =
      ahead.noise_level.size() > 0 ? ahead.noise_level : noise_level(known.series);
  write_series(forecast_table(known.series, ahead, noise, arguments.level), arguments.output,
               arguments.common);
  nlohmann::ordered_json object = {{"verb", "forecast"}};
  if (!arguments.data.empty()) object["model"] = arguments.model;
  object["input"] = known.path;
  object["steps"] = arguments.steps;
  object["level"] = arguments.level;
  object["output"] = arguments.output;
  print_summary(object,
                {fmt::format("{}: {} rows known, {} rows ahead", known.path, known.series.rows(),
                             arguments.steps)},
                arguments.common, arguments.output == "-");
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
          "learned first, of levels, trends, cycles and seasons. Columns per channel: the "
          "forecast, its standard deviation (_std) and the interval (_low, _high) that holds "
          "the next measurement with the probability --level.",
      .positionals = {{"MODEL|DATA",
                       "Model file, from elto fit, with the data behind it; or the data alone",
                       [arguments](const std::string& value) { arguments->model = value; }},
                      {"DATA", input_description(),
                       [arguments](const std::string& value) { arguments->data = value; }, false}},
      .options = joined(
          {{output, option("steps", "N", arguments->steps, "Rows to look ahead", kOutputGroup),
            option("level", "X", arguments->level, "Probability of the interval", kOutputGroup)},
           options_of(arguments->read),
           options_of(arguments->common)}),
      .examples = {{"elto forecast load.csv --steps 48 -o ahead.csv",
                    "two days of an hourly load, its seasons found"},
                   {"elto forecast machine.elto today.csv --steps 24 -o tomorrow.csv",
                    "24 rows ahead"}},
      .run = [arguments] { run(*arguments); }};
}

}  // namespace elto::command
