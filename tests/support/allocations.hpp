// SPDX-License-Identifier: Apache-2.0
// How many heap allocations there were; support/no_allocation.hpp counts them, in one source file
// of the same test program.
#pragma once

#include <atomic>

// The sanitizers bring their own malloc. g++ says that they are on by macros, clang by features.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ELTO_COUNTS_ALLOCATIONS 0
#elif defined(__has_feature)
#define ELTO_COUNTS_ALLOCATIONS \
  !(__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define ELTO_COUNTS_ALLOCATIONS 1
#endif

namespace elto::testing {

inline std::atomic<long> allocations{0};

}  // namespace elto::testing
