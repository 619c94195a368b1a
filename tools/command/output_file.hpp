// SPDX-License-Identifier: Apache-2.0
// Looking before leaping: what would stop an output from being written at the end is said at the
// beginning, before minutes of work.
#pragma once

#include <string>

#include "elto/series/series.hpp"

#include "common_options.hpp"

namespace elto::command {

/// Throws IoError if the file exists and --force was not given, or if its folder does not exist.
/// "-" and "" are always fine.
void require_writable(const std::string& path, const CommonOptions& common);
/// Also if the extension is of no data format.
void require_writable_data(const std::string& path, const CommonOptions& common);

/// Whole or not at all; "-" is standard output.
void write_series(const Series& series, const std::string& path, const CommonOptions& common);
void write_text(const std::string& path, const std::string& text, const CommonOptions& common);

}  // namespace elto::command
