// SPDX-License-Identifier: Apache-2.0
// What a verb did, in a few lines for people or as JSON for programs.
#pragma once

#include <string>
#include <vector>

#include "elto/diagnostics/diagnose.hpp"
#include "elto/diagnostics/verdict.hpp"

#include "common_options.hpp"
#include "report/report.hpp"

#include <nlohmann/json_fwd.hpp>

namespace elto::command {

/// Lines go to standard output, or to standard error if data go to standard output. With --json the
/// object goes to standard output instead; --quiet drops the lines.
void print_summary(const nlohmann::ordered_json& object, const std::vector<std::string>& lines,
                   const CommonOptions& common, bool data_on_stdout);

/// As it is printed and written.
std::string json_text(const nlohmann::ordered_json& object);

/// What ran, and when: for the card of a report.
CardSection run_card();

/// Throws UsageError if --json and data both want standard output.
void require_one_writer(const CommonOptions& common, const std::string& output);

nlohmann::ordered_json to_json(const Diagnostics& diagnostics,
                               const std::vector<std::string>& names);
/// Its findings, each with the channels that it is about.
nlohmann::ordered_json to_json(const Verdict& verdict, const std::vector<std::string>& names);

}  // namespace elto::command
