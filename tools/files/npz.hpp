// SPDX-License-Identifier: Apache-2.0
// NumPy's archives: a ZIP file with an NPY file for each array.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "named_arrays.hpp"

namespace elto {

/// Entries stored or deflated. Throws IoError for what is no such archive, and for one that unpacks
/// to more than ten times its size and 64 MiB.
std::vector<NamedArray> parse_npz(std::string_view bytes, std::string_view name_for_messages);
std::vector<NamedArray> read_npz(const std::filesystem::path& path);

/// Stored, not deflated: numbers hardly shrink. The same arrays give the same bytes.
std::string to_npz(const std::vector<NamedArray>& arrays);

}  // namespace elto
