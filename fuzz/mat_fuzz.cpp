// SPDX-License-Identifier: Apache-2.0
#include "files/mat.hpp"
#include "files/unpacked_limit.hpp"
#include "memory_file.hpp"
#include "target.hpp"

// matio loses cells of a damaged array. It is a few bytes of its own, and not ours to free.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libmatio";
}

namespace elto::fuzz {

void try_input(std::string_view input) {
  limit_allocations(unpacked_limit(input.size(), kDeflateRatio));
  const MemoryFile file(input);
  tolerate([&] { to_series(read_mat(file.path()), "input"); });
}

}  // namespace elto::fuzz
