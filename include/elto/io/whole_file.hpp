// SPDX-License-Identifier: Apache-2.0
// Files are read whole, and written whole or not at all: whoever opens the target sees either the
// old content or the new one, also after a crash or a full disk.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace elto {

/// Throws IoError with the path and the system's reason.
std::string read_whole_file(const std::filesystem::path& path);

/// Writes beside the target under a name of its own, then renames. On failure the target is as it
/// was, nothing is left behind, and an IoError says why. A symbolic link stays a link, an existing
/// file keeps its permissions; a target that is not a regular file is refused.
void write_whole_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace elto
