// SPDX-License-Identifier: Apache-2.0
#include "target.hpp"

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include <sanitizer/allocator_interface.h>

namespace elto::fuzz {
namespace {

constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();
constexpr std::size_t kRatio = 10, kFree = std::size_t{64} << 20;

std::atomic<std::size_t> most_bytes = kUnlimited;

void check_allocation(const volatile void*, std::size_t size) {
  const std::size_t most = most_bytes;
  if (size <= most) return;
  most_bytes = kUnlimited;  // the report allocates too
  std::fprintf(stderr, "fuzz: allocation of %zu bytes, at most %zu are allowed\n", size, most);
  std::abort();
}

}  // namespace

void limit_allocations(std::size_t most) {
  most_bytes = most;
}

void fail(std::string_view problem) {
  limit_allocations(kUnlimited);
  std::fprintf(stderr, "fuzz: %.*s\n", static_cast<int>(problem.size()), problem.data());
  std::abort();
}

}  // namespace elto::fuzz

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  __sanitizer_install_malloc_and_free_hooks(elto::fuzz::check_allocation,
                                            [](const volatile void*) {});
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace elto::fuzz;
  limit_allocations(kRatio * size + kFree);
  try_input({reinterpret_cast<const char*>(data), size});
  limit_allocations(kUnlimited);
  return 0;
}
