// SPDX-License-Identifier: Apache-2.0
// Counts heap allocations of this program, Eigen's and the standard library's alike, by standing in
// for malloc. Include it in one source file of a test program.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "support/allocations.hpp"

#include <dlfcn.h>

namespace elto::testing {

inline void count_allocation(const void* caller) {
  Dl_info place;
  const bool known = dladdr(caller, &place) != 0 && place.dli_fname != nullptr;
  if (!known || std::strstr(place.dli_fname, "openblas") == nullptr) ++allocations;
}

}  // namespace elto::testing

#if ELTO_COUNTS_ALLOCATIONS
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) {
  elto::testing::count_allocation(__builtin_return_address(0));
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  elto::testing::count_allocation(__builtin_return_address(0));
  return __libc_calloc(count, size);
}
void* realloc(void* old, std::size_t size) {
  elto::testing::count_allocation(__builtin_return_address(0));
  return __libc_realloc(old, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  elto::testing::count_allocation(__builtin_return_address(0));
  return __libc_memalign(alignment, size);
}
}
#endif
