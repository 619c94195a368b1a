// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "elto/model/model_file.hpp"

#include "channel_names.hpp"
#include "estimate_job.hpp"
#include "fit_job.hpp"
#include "input_data.hpp"
#include "model_comparison.hpp"
#include "option_value.hpp"
#include "output_file.hpp"
#include "summary.hpp"
#include "verbs.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

struct DenoiseArguments {
  std::string data, model_output;
  InputOptions read;
  EstimateOutputs outputs;
  FitArguments fit;
  CheckpointArguments checkpoint;
  bool causal = false;
  CommonOptions common;
};

void run(const DenoiseArguments& arguments) {
  require_writable(arguments.outputs, arguments.common);
  require_writable(arguments.model_output, arguments.common);
  const Series input = read_input(arguments.data, arguments.read, arguments.common);
  FitJob job{input, arguments.data, arguments.fit, arguments.checkpoint, arguments.common};
  if (job.checkpoint.checkpoint.empty())
    job.checkpoint.checkpoint =
        (arguments.outputs.output == "-" ? "elto-denoise" : arguments.outputs.output) +
        ".checkpoint";
  const FitOutcome fitted = run_fit(job);
  const Series series = usable_rows(input, fitted.model).series;
  nlohmann::ordered_json object = {
      {"verb", "denoise"}, {"input", arguments.data}, {"fit_seconds", fitted.seconds}};
  std::vector<std::string> lines = {fmt::format(
      "{}: {}; learned and tuned in {:.1f} s", arguments.data, size_words(series), fitted.seconds)};
  if (fitted.comparison) {
    object["comparison"] = to_json(*fitted.comparison);
    for (std::string& line : lines_of(*fitted.comparison)) lines.push_back(std::move(line));
  }
  if (fitted.dropped_rows > 0) lines.push_back(dropped_rows_sentence(fitted.dropped_rows));
  run_estimate({.model = fitted.model,
                .series = series,
                .path = arguments.data,
                .outputs = arguments.outputs,
                .common = arguments.common,
                .smooths = !arguments.causal,
                .arguments = &arguments.fit,
                .fitted = &fitted},
               object, lines);
  if (!arguments.model_output.empty()) {
    save_fitted(fitted, arguments.model_output);
    object["model"] = arguments.model_output;
    lines.push_back(fmt::format("model   {}", arguments.model_output));
  }
  print_summary(object, lines, arguments.common, arguments.outputs.output == "-");
}

}  // namespace

Verb denoise_verb() {
  const auto arguments = std::make_shared<DenoiseArguments>();
  return {
      .name = "denoise",
      .summary = "Clean a noisy series: learn, tune and estimate in one go",
      .description =
          "Learns how the series moves and how much noise it has, and writes the "
          "clean series with error bars, each row estimated from all rows. No model of the system "
          "is needed, entries may be missing. Columns of the output are the channels, each "
          "followed by its standard deviation (name_std).",
      .positionals = {{"DATA", input_description(),
                       [arguments](const std::string& value) { arguments->data = value; }}},
      .options =
          joined({options_of(arguments->outputs),
                  {option("model-output", "FILE", arguments->model_output,
                          "Where the fitted model goes, for elto filter, forecast and stream",
                          kOutputGroup),
                   flag("causal", arguments->causal,
                        "Estimate each row from the rows up to it, as a filter would while they "
                        "come in",
                        kOutputGroup)},
                  options_of(arguments->read),
                  {inputs_option(arguments->read)},
                  options_of(arguments->common),
                  options_of(arguments->checkpoint),
                  options_of(arguments->fit)}),
      .examples = {{"elto denoise noisy.csv -o clean.csv --report report.html",
                    "the clean series, and a page to look at"},
                   {"elto denoise builtin:lynx-hare --report lynx.html -o clean.csv",
                    "built-in data: 21 years of lynx and hare"},
                   {"elto denoise log.csv --columns speed,heading -o clean.mat",
                    "two columns of a log, to MATLAB"},
                   {"elto denoise room.csv --inputs heating,outside -o clean.csv",
                    "the temperature of a room by what is known to move it"}},
      .run = [arguments] { run(*arguments); }};
}

}  // namespace elto::command
