// SPDX-License-Identifier: Apache-2.0
#include "input_data.hpp"

#include <filesystem>
#include <string_view>

#include "elto/core/text.hpp"
#include "elto/io/csv.hpp"
#include "elto/systems/builtin.hpp"

#include "files/data_file.hpp"

namespace elto::command {
namespace {

constexpr std::string_view kBuiltin = "builtin:";

}  // namespace

Series read_input(const std::string& path, const ReadOptions& options,
                  const CommonOptions& common) {
  const std::optional<std::string> name = builtin_name(path);
  if (!name) return read_data(path, options);
  Series made = builtin(*name, {.seed = common.seed}).observed;
  if (options.columns.empty() && options.time.empty()) return made;
  return parse_csv(to_csv(made), path, options);  // columns are chosen as in a file
}

std::optional<std::string> builtin_name(const std::string& path) {
  if (!path.starts_with(kBuiltin)) return {};
  return path.substr(kBuiltin.size());
}

std::string input_description() {
  std::string description =
      "Data file (.csv .tsv .txt .npy .npz .mat .h5 .hdf5), '-' for standard input, or built-in "
      "data:";
  for (const BuiltinSystem& system : builtin_systems())
    description += concat(" ", kBuiltin, system.name);
  return description;
}

std::string input_title(const std::string& path) {
  if (path == "-") return "standard input";
  if (const std::optional<std::string> name = builtin_name(path)) return *name;
  return std::filesystem::path(path).stem().string();
}

}  // namespace elto::command
