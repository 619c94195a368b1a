// SPDX-License-Identifier: Apache-2.0
// What all fuzzers have in common. A reader may refuse its input with an exception of ours; it must
// not crash, hang, leak, throw anything else, or allocate far more than the input can account for.
#pragma once

#include <cstddef>
#include <string_view>

#include "elto/core/error.hpp"

namespace elto::fuzz {

/// Each program defines it: reads the input in every way it can be read.
void try_input(std::string_view input);

/// An allocation of more bytes ends the program. Before each input the limit is ten times the input
/// and 64 MiB; readers of packed formats document another one.
void limit_allocations(std::size_t most);

/// Ends the program, so that the fuzzer keeps the input.
[[noreturn]] void fail(std::string_view problem);

template <class Attempt>
void tolerate(Attempt attempt) {
  try {
    attempt();
  } catch (const Error&) {  // refused, as it may be
  }
}

}  // namespace elto::fuzz
