// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "elto/model/any_model.hpp"

#include "channel_names.hpp"
#include "estimate_job.hpp"
#include "input_data.hpp"
#include "option_value.hpp"
#include "summary.hpp"
#include "verbs.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

struct FilterArguments {
  std::string model, data;
  InputOptions read;
  EstimateOutputs outputs;
  bool smooths = false;
  CommonOptions common;
};

void run(const FilterArguments& arguments) {
  require_writable(arguments.outputs, arguments.common);
  const AnyModel model = load_any(arguments.model);
  InputOptions read = arguments.read;
  read.table = with_columns_of(model, read.table);
  auto [series, dropped] = usable_rows(
      matched(read_input(arguments.data, read, arguments.common), model, arguments.data), model);
  nlohmann::ordered_json object = {
      {"verb", "filter"}, {"model", arguments.model}, {"input", arguments.data}};
  std::vector<std::string> lines = {
      fmt::format("{}: {} rows, {} channels", arguments.data, series.rows(), series.dimension())};
  if (dropped > 0) lines.push_back(dropped_rows_sentence(dropped));
  run_estimate({.model = model,
                .series = std::move(series),
                .path = arguments.data,
                .outputs = arguments.outputs,
                .common = arguments.common,
                .smooths = arguments.smooths},
               object, lines);
  print_summary(object, lines, arguments.common, arguments.outputs.output == "-");
}

}  // namespace

Verb filter_verb() {
  const auto arguments = std::make_shared<FilterArguments>();
  return {.name = "filter",
          .summary = "Clean a series with a model that is fitted already",
          .description =
              "Runs the filter over the series; each row is estimated from the rows up to it, or "
              "with --smooth from all of them. Columns are found by the names the model was "
              "learned with, those of its inputs too.",
          .positionals = {{"MODEL", "Model file, from elto fit",
                           [arguments](const std::string& value) { arguments->model = value; }},
                          {"DATA", input_description(),
                           [arguments](const std::string& value) { arguments->data = value; }}},
          .options = joined({options_of(arguments->outputs),
                             {flag("smooth", arguments->smooths, "Estimate each row from all rows",
                                   kOutputGroup)},
                             options_of(arguments->read),
                             options_of(arguments->common)}),
          .examples = {{"elto filter machine.elto today.csv -o clean.csv",
                        "new data, the model of yesterday"},
                       {"cat today.csv | elto filter machine.elto - > clean.csv", "in a pipe"}},
          .run = [arguments] { run(*arguments); }};
}

}  // namespace elto::command
