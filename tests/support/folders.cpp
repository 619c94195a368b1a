// SPDX-License-Identifier: Apache-2.0
#include "support/folders.hpp"

namespace elto::testing {

std::filesystem::path source_folder() {
  return ELTO_SOURCE_DIR;
}

std::filesystem::path shared_folder() {
  return ELTO_SHARED_DIR;
}

}  // namespace elto::testing
