// SPDX-License-Identifier: Apache-2.0
#include "memory_file.hpp"

#include "elto/core/text.hpp"

#include "target.hpp"

#include <sys/mman.h>
#include <unistd.h>

namespace elto::fuzz {

MemoryFile::MemoryFile(std::string_view bytes) : descriptor_(::memfd_create("input", MFD_CLOEXEC)) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written <= 0) fail("a file in memory cannot be written");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

MemoryFile::~MemoryFile() {
  ::close(descriptor_);
}

std::filesystem::path MemoryFile::path() const {
  return concat("/proc/self/fd/", descriptor_);
}

}  // namespace elto::fuzz
