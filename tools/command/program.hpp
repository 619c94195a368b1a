// SPDX-License-Identifier: Apache-2.0
// The program as a function: arguments in, exit code out. Errors become one line on standard error.
#pragma once

#include <string>
#include <vector>

namespace elto::command {

/// Without the program's own name.
int run_program(const std::vector<std::string>& arguments);

}  // namespace elto::command
