// SPDX-License-Identifier: Apache-2.0
// A file that is only in memory, for readers that take nothing but a path.
#pragma once

#include <filesystem>
#include <string_view>

namespace elto::fuzz {

class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes);
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::filesystem::path path() const;

 private:
  int descriptor_;
};

}  // namespace elto::fuzz
