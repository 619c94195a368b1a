// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "elto/core/text.hpp"
#include "elto/diagnostics/noise_level.hpp"
#include "elto/filter/forecast.hpp"
#include "elto/model/any_model.hpp"

#include "channel_names.hpp"
#include "estimate_table.hpp"
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
  std::string model, data, output = "-";
  Index steps = 10;
  double level = 0.95;
  ReadOptions read;
  CommonOptions common;
};

void run(const ForecastArguments& arguments) {
  if (arguments.steps < 1) throw UsageError("--steps: must be at least 1");
  if (!(arguments.level > 0.0 && arguments.level < 1.0))
    throw UsageError("--level: must be between 0 and 1");
  require_one_writer(arguments.common, arguments.output);
  require_writable_data(arguments.output, arguments.common);
  const AnyModel model = load_any(arguments.model);
  const Series known =
      usable_rows(matched(read_input(arguments.data, arguments.read, arguments.common), model,
                          arguments.data),
                  model)
          .series;
  const Forecast ahead =
      std::visit([&](const auto& any) { return forecast(any, known, arguments.steps); }, model);
  if (!ahead.status.ok())
    throw NumericalError(concat(arguments.data, ": the filter failed, ", describe(ahead.status),
                                "; fit again with other options"));
  write_series(forecast_table(known, ahead, noise_level(known), arguments.level), arguments.output,
               arguments.common);
  const nlohmann::ordered_json object = {{"verb", "forecast"},       {"model", arguments.model},
                                         {"input", arguments.data},  {"steps", arguments.steps},
                                         {"level", arguments.level}, {"output", arguments.output}};
  print_summary(object,
                {fmt::format("{}: {} rows known, {} rows ahead", arguments.data, known.rows(),
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
          "Runs the filter over the series and goes on without data. Columns per channel: the "
          "forecast, its standard deviation (_std) and the interval (_low, _high) that holds "
          "the next measurement with the probability --level.",
      .positionals = {{"MODEL", "Model file, from elto fit",
                       [arguments](const std::string& value) { arguments->model = value; }},
                      {"DATA", input_description(),
                       [arguments](const std::string& value) { arguments->data = value; }}},
      .options = joined(
          {{output, option("steps", "N", arguments->steps, "Rows to look ahead", kOutputGroup),
            option("level", "X", arguments->level, "Probability of the interval", kOutputGroup)},
           options_of(arguments->read),
           options_of(arguments->common)}),
      .examples = {{"elto forecast machine.elto today.csv --steps 24 -o tomorrow.csv",
                    "24 rows ahead"}},
      .run = [arguments] { run(*arguments); }};
}

}  // namespace elto::command
