// SPDX-License-Identifier: Apache-2.0
// State models in files: an array file (io/array_file.hpp) of kind "state model", exact to the last
// bit.
#pragma once

#include <filesystem>

#include "elto/io/array_file.hpp"
#include "elto/model/state_model.hpp"

namespace elto {

inline constexpr std::string_view kStateModelKind = "state model";

/// Written whole or not at all.
void save(const StateModel& model, const std::filesystem::path& path);

/// Throws IoError for a file that is not a state model, truncated, altered or written by a newer
/// version; the message says which.
StateModel load_state_model(const std::filesystem::path& path);
/// From a file that has been read.
StateModel state_model_from(const ArrayFile& file);

}  // namespace elto
