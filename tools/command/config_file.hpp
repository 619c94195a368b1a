// SPDX-License-Identifier: Apache-2.0
// Options from a TOML file: `[noise] blocks = 2` is `--noise.blocks 2`. What the command line says
// counts more.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace elto::command {

struct Setting {
  std::string name;   ///< "noise.blocks"
  std::string value;  ///< as on the command line; a list is joined by commas
  long line = 0;
};

/// Throws IoError with line and column for what is not TOML, and for values that no option can
/// take, such as dates.
std::vector<Setting> parse_config(std::string_view toml, std::string_view name_for_messages);
std::vector<Setting> read_config(const std::filesystem::path& path);

}  // namespace elto::command
