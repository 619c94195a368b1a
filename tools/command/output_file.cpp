// SPDX-License-Identifier: Apache-2.0
#include "output_file.hpp"

#include <cstdio>
#include <filesystem>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"
#include "elto/io/whole_file.hpp"

#include "files/data_file.hpp"

namespace elto::command {

void require_writable(const std::string& path, const CommonOptions& common) {
  if (path.empty() || path == "-") return;
  const std::filesystem::path file(path);
  if (std::filesystem::is_directory(file)) throw IoError(path, "is a folder");
  if (std::filesystem::exists(file) && !common.force)
    throw IoError(path, "exists; use --force to replace it");
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  if (!std::filesystem::is_directory(folder))
    throw IoError(path, "its folder does not exist; make it first");
}

void require_writable_data(const std::string& path, const CommonOptions& common) {
  if (path.empty() || path == "-") return;
  const std::string extension = lower_case(std::filesystem::path(path).extension().string());
  std::string known;
  bool is_known = false;
  for (const DataFormat& format : data_formats()) {
    known.append(known.empty() ? "" : ", ").append(format.extension);
    is_known = is_known || format.extension == extension;
  }
  if (!is_known) throw IoError(path, concat("the format is told by the extension, one of ", known));
  require_writable(path, common);
}

void write_series(const Series& series, const std::string& path, const CommonOptions& common) {
  write_data(series, path, common.force ? Overwrite::replace : Overwrite::refuse);
}

void write_text(const std::string& path, const std::string& text, const CommonOptions& common) {
  if (path == "-") {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
      throw IoError("standard output", "cannot be written");
    return;
  }
  require_writable(path, common);
  write_whole_file(path, text);
}

}  // namespace elto::command
