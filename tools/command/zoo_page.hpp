// SPDX-License-Identifier: Apache-2.0
// The zoo as a page of Markdown: a table for each kind, with equations, classes and references.
#pragma once

#include <string>

namespace elto::command {

std::string zoo_page();

}  // namespace elto::command
