// SPDX-License-Identifier: Apache-2.0
// The pages made from the table of verbs: help in the terminal, docs/cli.md and the man page.
#pragma once

#include <string>
#include <vector>

#include "verb.hpp"

namespace elto::command {

std::string help_page(const std::vector<Verb>& verbs);
std::string help_page(const Verb& verb);
/// Of verbs with the same first word.
std::string family_page(const std::vector<Verb>& verbs);

std::string markdown_manual(const std::vector<Verb>& verbs);
std::string man_page(const std::vector<Verb>& verbs);

}  // namespace elto::command
