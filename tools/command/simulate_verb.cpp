// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

const ZooSystem* in_zoo(std::string_view name) {
  const auto systems = builtin_systems();
  const auto found = std::ranges::find(systems, name, &BuiltinSystem::name);
  return found == systems.end() ? nullptr : found->zoo;
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
  nlohmann::ordered_json object = {{"verb", "simulate"},
                                   {"system", arguments.name},
                                   {"rows", made.observed.rows()},
                                   {"seed", arguments.common.seed},
                                   {"output", arguments.output}};
  std::vector<std::string> lines = {fmt::format("{}: {} rows, {} channels, seed {}", arguments.name,
                                                made.observed.rows(), made.observed.dimension(),
                                                arguments.common.seed)};
  if (const ZooSystem* const zoo = in_zoo(arguments.name)) {
    object["equations"] = zoo->equations;
    object["where"] = zoo->where;
    object["reference"] = zoo->reference;
    lines.emplace_back(zoo->equations);
    if (!zoo->where.empty()) lines.push_back(concat("where ", zoo->where));
    lines.emplace_back(zoo->reference);
  }
  print_summary(object, lines, arguments.common, arguments.output == "-");
}

/// A line for each system of our own, and one for each kind of the zoo.
std::string list_of_systems() {
  std::string list;
  std::map<ZooKind, std::string> zoo;
  for (const BuiltinSystem& system : builtin_systems()) {
    if (system.zoo == nullptr)
      list += concat("\n- ", system.name, ": ", system.description);
    else
      zoo[system.zoo->kind] += concat(zoo[system.zoo->kind].empty() ? "" : ", ", system.name);
  }
  list +=
      "\n\nand of a zoo, whose equations are printed and are in docs/zoo.md; 1000 rows, 50 to a "
      "period of the system, with noise of 10 %:";
  for (const auto& [kind, names] : zoo) list += concat("\n- ", title_of(kind), ": ", names);
  return list;
}

std::vector<std::string> names_of_systems() {
  std::vector<std::string> names;
  for (const BuiltinSystem& system : builtin_systems()) names.emplace_back(system.name);
  return names;
}

}  // namespace

Verb simulate_verb() {
  const auto arguments = std::make_shared<SimulateArguments>();
  const Option output = output_option(
      arguments->output, "Where the noisy series goes; '-': CSV on standard output", kOutputGroup);
  return {
      .name = "simulate",
      .summary = "Make data of a built-in system",
      .description =
          "Writes a noisy series of a built-in system, to try things out. A field, u at places "
          "x and times t, goes to .npz, .mat, .h5 and .hdf5 files as u, du (with more noise), x "
          "and t, its truth as usol, x and t; to others as a series with a channel for each "
          "place. Its usual noise is 50 %.\n\nThere are",
      .positionals = {{"NAME",
                       "Name of the system",
                       [arguments](const std::string& value) { arguments->name = value; },
                       true,
                       {},
                       false,
                       names_of_systems}},
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
                   {"elto simulate roessler -o noisy.csv --truth truth.csv --rows 500",
                    "a chaotic flow of the zoo, ten periods"},
                   {"elto simulate burgers -o field.mat --truth clean.mat --seed 0",
                    "a field with 50 % noise, as it is published"}},
      .run = [arguments] { run(*arguments); },
      .list = list_of_systems};
}

}  // namespace elto::command
