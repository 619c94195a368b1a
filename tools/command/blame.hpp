// SPDX-License-Identifier: Apache-2.0
// What the library refuses is either an option or something about the data, and so the file's
// fault.
#pragma once

#include <string>
#include <vector>

#include "elto/core/error.hpp"

namespace elto::command {

/// Throws UsageError if the argument is one of the options, IoError with the path and the advice
/// otherwise. The library leaves out the beginning of some names: "rank.max_rank" is
/// --operators.rank.max_rank.
[[noreturn]] void blame(const InvalidArgument& problem, const std::vector<std::string>& options,
                        const std::string& path, const std::string& advice = {});

}  // namespace elto::command
