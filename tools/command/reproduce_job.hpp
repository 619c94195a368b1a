// SPDX-License-Identifier: Apache-2.0
// The paper's tables as a command: a campaign whose trials are kept in a folder as they are made,
// so that the same command goes on after Ctrl-C or a crash, and the documents made from them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "common_options.hpp"
#include "experiments/campaign.hpp"
#include "experiments/results.hpp"
#include "experiments/table.hpp"

namespace elto::command {

struct ReproduceJob {
  std::vector<experiments::Table> tables;
  experiments::CampaignOptions campaign;
  std::filesystem::path folder;
  CommonOptions common;
};

/// Files of the folder.
struct ReproduceFiles {
  std::filesystem::path trials, markdown, page;
};
ReproduceFiles files_in(const std::filesystem::path& folder);

/// Throws IoError if the folder has trials that were made with other settings and --force was not
/// given, Interrupted after Ctrl-C.
experiments::Results run_reproduce(const ReproduceJob& job);

/// A table in lines for a terminal: our median, its spread and the paper's figure, cell by cell.
std::vector<std::string> lines_of(const experiments::Table& table,
                                  const experiments::Results& results);

}  // namespace elto::command
