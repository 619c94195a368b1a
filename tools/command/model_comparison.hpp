// SPDX-License-Identifier: Apache-2.0
// How --model auto came to its choice: for people, for programs, and kept in the model file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "elto/tuning/choose_model.hpp"

#include <nlohmann/json_fwd.hpp>

namespace elto::command {

/// A heading, then "default  0.8123  3.1 s  chosen", a line per model.
std::vector<std::string> lines_of(const ModelComparison& comparison);

/// A list of objects; the score of a filter that failed is null.
nlohmann::ordered_json to_json(const ModelComparison& comparison);

/// Adds it to the description of a model that has been saved; without seconds, so that the same
/// fit makes the same file.
void note_in_model_file(const ModelComparison& comparison, const std::filesystem::path& path);
/// Nothing if none was noted there.
std::optional<ModelComparison> noted_in_model_file(const std::filesystem::path& path);

}  // namespace elto::command
