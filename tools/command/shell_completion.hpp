// SPDX-License-Identifier: Apache-2.0
// Completion for shells, made from the table of verbs.
#pragma once

#include <string>
#include <vector>

#include "verb.hpp"

namespace elto::command {

inline const std::vector<std::string> kShells = {"bash", "zsh", "fish"};

/// Throws UsageError for a shell that is not known.
std::string completion_script(const std::vector<Verb>& verbs, const std::string& shell);

}  // namespace elto::command
