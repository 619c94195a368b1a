// SPDX-License-Identifier: Apache-2.0
// The data a verb works on: a file, standard input, or one of the built-in series.
#pragma once

#include <optional>
#include <string>

#include "elto/series/series.hpp"

#include "common_options.hpp"

namespace elto::command {

/// "noisy.csv", "-" or "builtin:lynx-hare"; rows in the order of their times, at these times or
/// those of a grid, as asked. Throws IoError for times that are missing or go back otherwise.
Series read_input(const std::string& path, const InputOptions& options,
                  const CommonOptions& common);

/// "builtin:lidar" -> "lidar"; nothing for a file.
std::optional<std::string> builtin_name(const std::string& path);

/// What help says about it.
std::string input_description();

/// "600 rows, 1 channel"
std::string size_words(const Series& series);

/// "noisy.csv" -> "noisy", "builtin:lidar" -> "lidar", "-" -> "standard input"
std::string input_title(const std::string& path);

}  // namespace elto::command
