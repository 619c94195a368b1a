// SPDX-License-Identifier: Apache-2.0
// A text as one field of a line of comma-separated values.
#pragma once

#include <string>
#include <string_view>

namespace elto::command {

/// In quotes if it would be read as something else without them.
std::string csv_field(std::string_view text);

}  // namespace elto::command
