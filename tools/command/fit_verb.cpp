// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>

#include "elto/model/any_model.hpp"

#include "channel_names.hpp"
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

struct FitVerbArguments {
  std::string data, output;
  InputOptions read;
  FitArguments fit;
  CheckpointArguments checkpoint;
  CommonOptions common;
};

void run(const FitVerbArguments& arguments) {
  if (arguments.output.empty()) throw UsageError("where does the model go? Name a file with -o");
  require_writable(arguments.output, arguments.common);
  const Series series = read_input(arguments.data, arguments.read, arguments.common);
  FitJob job{series, arguments.data, arguments.fit, arguments.checkpoint, arguments.common};
  if (job.checkpoint.checkpoint.empty())
    job.checkpoint.checkpoint = arguments.output + ".checkpoint";
  const FitOutcome fitted = run_fit(job);
  save_fitted(fitted, arguments.output);
  nlohmann::ordered_json object = {{"verb", "fit"},
                                   {"input", arguments.data},
                                   {"rows", series.rows()},
                                   {"rows_missing_in_part", fitted.dropped_rows},
                                   {"data_hash", data_hash(series)},
                                   {"fit_seconds", fitted.seconds}};
  for (const auto& [name, value] : fitted.figures) object[name] = value;
  object["output"] = arguments.output;
  std::vector<std::string> lines = {fmt::format(
      "{}: {}; learned and tuned in {:.1f} s", arguments.data, size_words(series), fitted.seconds)};
  if (fitted.comparison) {
    object["comparison"] = to_json(*fitted.comparison);
    for (std::string& line : lines_of(*fitted.comparison)) lines.push_back(std::move(line));
  }
  if (fitted.dropped_rows > 0) lines.push_back(dropped_rows_sentence(fitted.dropped_rows));
  lines.insert(lines.end(), fitted.sentences.begin(), fitted.sentences.end());
  lines.push_back(fmt::format("model   {}", arguments.output));
  print_summary(object, lines, arguments.common, false);
}

}  // namespace

Verb fit_verb() {
  const auto arguments = std::make_shared<FitVerbArguments>();
  const Option output = output_option(arguments->output, "Where the model goes", kOutputGroup);
  return {
      .name = "fit",
      .summary = "Learn and tune a model, for later use",
      .description =
          "Learns how the series moves and how much noise it has, and writes the "
          "model to a file. With --model paper, Ctrl-C keeps what the search has found so far, and "
          "--resume goes on from there, with the result of a run that was never interrupted.",
      .positionals = {{"DATA", input_description(),
                       [arguments](const std::string& value) { arguments->data = value; }}},
      .options = joined({{output},
                         options_of(arguments->read),
                         {inputs_option(arguments->read)},
                         options_of(arguments->common),
                         options_of(arguments->checkpoint),
                         options_of(arguments->fit)}),
      .examples = {{"elto fit training.csv -o machine.elto", "a model of the machine"},
                   {"elto fit training.csv -o machine.elto --model paper --resume",
                    "go on after an interruption"},
                   {"elto fit training.csv -o machine.elto --config run.toml",
                    "with options from a file"}},
      .run = [arguments] { run(*arguments); }};
}

}  // namespace elto::command
