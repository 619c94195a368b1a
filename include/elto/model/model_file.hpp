// SPDX-License-Identifier: Apache-2.0
// Models in files: an array file (io/array_file.hpp) of kind "model", exact to the last bit, so
// that a loaded model filters as the saved one did.
#pragma once

#include <filesystem>

#include "elto/io/array_file.hpp"
#include "elto/model/model.hpp"

namespace elto {

/// Written whole or not at all. Throws InvalidArgument for a model with a user's own kernel.
void save(const Model& model, const std::filesystem::path& path);

/// Throws IoError for a file that is not a model, truncated, altered or written by a newer version;
/// the message says which.
Model load(const std::filesystem::path& path);
/// From a file that has been read.
Model model_from(const ArrayFile& file);

}  // namespace elto
