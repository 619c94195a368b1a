// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <optional>

#include "elto/core/text.hpp"
#include "elto/systems/builtin.hpp"

#include "common_options.hpp"
#include "files/data_file.hpp"
#include "option_value.hpp"
#include "output_file.hpp"
#include "summary.hpp"
#include "verbs.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

struct SimulateArguments {
  std::string name, output = "-", truth;
  Index rows = 0;
  double noise = 1.0;
  CommonOptions common;
};

SimulateOptions simulate_options(const SimulateArguments& arguments) {
  return {.seed = arguments.common.seed, .rows = arguments.rows, .noise_factor = arguments.noise};
}

void write_simulation(const Simulation& made, const SimulateArguments& arguments) {
  write_series(made.observed, arguments.output, arguments.common);
  if (arguments.truth.empty()) return;
  Series truth = made.observed;
  truth.values = made.truth;
  write_series(truth, arguments.truth, arguments.common);
}

void write_simulation(const NoisyField& made, const SimulateArguments& arguments) {
  const Overwrite overwrite = arguments.common.force ? Overwrite::replace : Overwrite::refuse;
  write_fields({{"u", made.observed}, {"du", made.noisier}}, arguments.output, overwrite);
  if (!arguments.truth.empty()) write_fields({{"usol", made.truth}}, arguments.truth, overwrite);
}

void run(const SimulateArguments& arguments) {
  require_one_writer(arguments.common, arguments.output);
  require_writable_data(arguments.output, arguments.common);
  require_writable_data(arguments.truth, arguments.common);
  const SimulateOptions options = simulate_options(arguments);
  const std::optional<NoisyField> field = builtin_field(arguments.name, options);
  const Simulation made = field ? to_simulation(*field) : builtin(arguments.name, options);
  if (!arguments.truth.empty() && made.truth.size() == 0)
    throw UsageError(concat("--truth: ", arguments.name, " is measured, its truth is not known"));
  if (field)
    write_simulation(*field, arguments);
  else
    write_simulation(made, arguments);
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
  const auto arguments = std::make_shared<SimulateArguments>();
  const Option output = output_option(
      arguments->output, "Where the noisy series goes; '-': CSV on standard output", kOutputGroup);
  std::string description = "Writes a noisy series of a built-in system, to try things out:";
  std::vector<std::string> names;
  for (const BuiltinSystem& system : builtin_systems()) {
    description += concat("\n- ", system.name, ": ", system.description);
    names.emplace_back(system.name);
  }
  description +=
      "\n\nA field, u at places x and times t, goes to .npz, .mat, .h5 and .hdf5 files as u, du "
      "(with "
      "more noise), x and t, its truth as usol, x and t; to others as a series with a channel for "
      "each place. Its usual noise is 50 %.";
  return {.name = "simulate",
          .summary = "Make data of a built-in system",
          .description = description,
          .positionals = {{"NAME", "Name of the system",
                           [arguments](const std::string& value) { arguments->name = value; }, true,
                           names}},
          .options = joined({{output,
                              option("truth", "FILE", arguments->truth,
                                     "Where the series without noise goes", kOutputGroup),
                              option("rows", "N", arguments->rows,
                                     "Rows to make; 0: what is usual for the system", kOutputGroup),
                              option("noise-factor", "FACTOR", arguments->noise,
                                     "Times the usual noise of the system; 0: none", kOutputGroup)},
                             options_of(arguments->common)}),
          .examples = {{"elto simulate lidar -o track.csv --truth truth.csv --seed 7",
                        "a LiDAR track and its truth"},
                       {"elto simulate burgers -o field.mat --truth clean.mat --seed 0",
                        "a field with 50 % noise, as it is published"}},
          .run = [arguments] { run(*arguments); }};
}

}  // namespace elto::command
