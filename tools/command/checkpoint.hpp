// SPDX-License-Identifier: Apache-2.0
// Where a search is, in a file, so that it can go on after Ctrl-C, a crash or a reboot with the
// result it would have had. What comes before the search is computed again: it takes seconds and
// gives the same bits.
#pragma once

#include <filesystem>
#include <string>

namespace elto::command {

struct Checkpoint {
  std::string job;     ///< what is being fitted: data and options; another job is refused
  std::string search;  ///< MinimizeResult::checkpoint
};

void write_checkpoint(const Checkpoint& checkpoint, const std::filesystem::path& path);

/// The search to go on with. Throws IoError if the file is no checkpoint or one of another job.
std::string read_checkpoint(const std::filesystem::path& path, const std::string& job);

}  // namespace elto::command
