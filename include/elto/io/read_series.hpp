// SPDX-License-Identifier: Apache-2.0
// A series from a file of any kind that is known; the extension says which.
#pragma once

#include <filesystem>

#include "elto/io/column_roles.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// Throws IoError for an extension that is not known, listing those that are.
Series read_series(const std::filesystem::path& path, const ReadOptions& options = {});

}  // namespace elto
