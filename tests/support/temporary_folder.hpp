// SPDX-License-Identifier: Apache-2.0
// A folder of its own for a test that writes files; it goes away with the object.
#pragma once

#include <filesystem>
#include <random>
#include <string_view>
#include <system_error>

#include "elto/core/text.hpp"

namespace elto::testing {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::random_device random;
    do {
      path_ =
          std::filesystem::temp_directory_path() / concat("elto-test-", random(), "-", random());
    } while (!std::filesystem::create_directory(path_));
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace elto::testing
