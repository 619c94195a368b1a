// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "elto/core/text.hpp"
#include "elto/systems/builtin.hpp"

#include "common_options.hpp"
#include "option_value.hpp"
#include "output_file.hpp"
#include "summary.hpp"
#include "verbs.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

struct Arguments {
  std::string name, output = "-", truth;
  Index rows = 0;
  CommonOptions common;
};

void run(const Arguments& arguments) {
  require_one_writer(arguments.common, arguments.output);
  require_writable_data(arguments.output, arguments.common);
  require_writable_data(arguments.truth, arguments.common);
  const Simulation made =
      builtin(arguments.name, {.seed = arguments.common.seed, .rows = arguments.rows});
  if (!arguments.truth.empty() && made.truth.size() == 0)
    throw UsageError(concat("--truth: ", arguments.name, " is measured, its truth is not known"));
  write_series(made.observed, arguments.output, arguments.common);
  if (!arguments.truth.empty()) {
    Series truth = made.observed;
    truth.values = made.truth;
    write_series(truth, arguments.truth, arguments.common);
  }
  const nlohmann::ordered_json object = {{"verb", "simulate"},
                                         {"system", arguments.name},
                                         {"rows", made.observed.rows()},
                                         {"seed", arguments.common.seed},
                                         {"output", arguments.output}};
  print_summary(
      object,
      {fmt::format("{}: {} rows, {} channels, seed {}", arguments.name, made.observed.rows(),
                   made.observed.dimension(), arguments.common.seed)},
      arguments.common, arguments.output == "-");
}

}  // namespace

Verb simulate_verb() {
  const auto arguments = std::make_shared<Arguments>();
  const Option output = output_option(
      arguments->output, "Where the noisy series goes; '-': CSV on standard output", kOutputGroup);
  std::string description = "Writes a noisy series of a built-in system, to try things out:";
  std::vector<std::string> names;
  for (const BuiltinSystem& system : builtin_systems()) {
    description += concat("\n- ", system.name, ": ", system.description);
    names.emplace_back(system.name);
  }
  return {
      .name = "simulate",
      .summary = "Make data of a built-in system",
      .description = description,
      .positionals = {{"NAME", "Name of the system",
                       [arguments](const std::string& value) { arguments->name = value; }, true,
                       names}},
      .options = joined({{output,
                          option("truth", "FILE", arguments->truth,
                                 "Where the series without noise goes", kOutputGroup),
                          option("rows", "N", arguments->rows,
                                 "Rows to make; 0: what is usual for the system", kOutputGroup)},
                         options_of(arguments->common)}),
      .examples = {{"elto simulate lidar -o track.csv --truth truth.csv --seed 7",
                    "a LiDAR track and its truth"}},
      .run = [arguments] { run(*arguments); }};
}

}  // namespace elto::command
