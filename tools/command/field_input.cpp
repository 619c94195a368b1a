// SPDX-License-Identifier: Apache-2.0
#include "field_input.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/systems/builtin.hpp"

#include "input_data.hpp"
#include "option_value.hpp"

namespace elto::command {
namespace {

std::vector<Coefficient> known_equation(std::string_view name) {
  if (name == "burgers") return {{"", "u u_x", -1.0}, {"", "u_xx", 0.1}};
  if (name == "burgers-shock") return {{"", "u u_x", -1.0}, {"", "u_xx", 0.0031830988618379067}};
  if (name == "kdv") return {{"", "u u_x", -6.0}, {"", "u_xxx", -1.0}};
  if (name == "kuramoto-sivashinsky")
    return {{"", "u u_x", -1.0}, {"", "u_xx", -1.0}, {"", "u_xxxx", -1.0}};
  return {};
}

FieldInput builtin_input(const std::string& name, const CommonOptions& common) {
  std::optional<NoisyField> made = builtin_field(name, {.seed = common.seed});
  if (!made) {
    std::string fields;
    for (const BuiltinSystem& system : builtin_systems())
      if (system.field != nullptr) fields += concat(fields.empty() ? "" : ", ", system.name);
    throw UsageError(concat("builtin:", name, " is no field; there are ", fields,
                            "; elto discover ode is for series"));
  }
  return {.field = std::move(made->observed),
          .clean = std::move(made->truth),
          .truth = known_equation(name)};
}

}  // namespace

FieldInput read_field_input(const std::string& path, const FieldReadOptions& options,
                            const std::string& clean_path, const CommonOptions& common) {
  if (const std::optional<std::string> name = builtin_name(path))
    return builtin_input(*name, common);
  FieldFile file = read_field(path, options);
  FieldInput input{.field = std::move(file.field), .notes = std::move(file.notes)};
  if (clean_path.empty()) return input;
  FieldReadOptions clean_options = options;
  clean_options.variable.clear();  // usol there, u here
  FieldFile clean = read_field(clean_path, clean_options);
  if (clean.field.rows() != input.field.rows() || clean.field.points() != input.field.points())
    throw IoError(clean_path, concat("has ", clean.field.rows(), " times and ",
                                     clean.field.points(), " places, but ", path, " has ",
                                     input.field.rows(), " and ", input.field.points()));
  input.clean = std::move(clean.field);
  for (std::string& note : clean.notes) input.notes.push_back(std::move(note));
  return input;
}

std::vector<Option> options_of(FieldReadOptions& options) {
  return {
      option("variable", "NAME", options.variable,
             "Name of the field in a file of several arrays; u, usol or the only one by default",
             kInputGroup),
      option("space", "NAME", options.space, "Name of the array of places; x by default",
             kInputGroup),
      option("time", "NAME", options.time,
             "Name of the array or the column of times; found by itself by default", kInputGroup),
      option("dx", "X", options.space_step,
             "Step between places, where the file does not say; 0: it does", kInputGroup),
      option("dt", "X", options.time_step,
             "Step between times, where the file does not say; 0: it does", kInputGroup),
      flag("transposed", options.transposed,
           "Rows and columns are the other way round: in text and .npy files rows are places, in "
           "others of equally many places and times they are times",
           kInputGroup),
  };
}

}  // namespace elto::command
