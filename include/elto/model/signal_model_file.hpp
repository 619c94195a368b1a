// SPDX-License-Identifier: Apache-2.0
// Signal models in files: an array file (io/array_file.hpp) of kind "signal model" without arrays;
// its description holds everything, exact to the last bit.
#pragma once

#include <filesystem>

#include "elto/io/array_file.hpp"
#include "elto/model/signal_model.hpp"

namespace elto {

inline constexpr std::string_view kSignalModelKind = "signal model";

/// Written whole or not at all.
void save(const SignalModel& model, const std::filesystem::path& path);
ArrayFile to_array_file(const SignalModel& model);

/// Throws IoError for a file that is not a signal model, truncated, altered or written by a newer
/// version; the message says which.
SignalModel load_signal_model(const std::filesystem::path& path);
/// From a file that has been read.
SignalModel signal_model_from(const ArrayFile& file);

}  // namespace elto
