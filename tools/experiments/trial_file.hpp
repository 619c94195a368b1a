// SPDX-License-Identifier: Apache-2.0
// The results of a campaign as one CSV file: how the trials were made in comments at its head, then
// a line per trial. It is rewritten as a campaign goes on, and read when one is resumed.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "experiments/results.hpp"

namespace elto::experiments {

/// Every number reads back to the same bits.
std::string trials_to_csv(const Results& results);
void write_trials(const Results& results, const std::filesystem::path& path);

/// Throws IoError with the line of what is missing, unknown or not a number.
Results parse_trials(std::string_view text, std::string_view name_for_messages);
Results read_trials(const std::filesystem::path& path);

}  // namespace elto::experiments
