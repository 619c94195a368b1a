// SPDX-License-Identifier: Apache-2.0
#include "csv_field.hpp"

namespace elto::command {

std::string csv_field(std::string_view text) {
  // Blanks at the ends would be trimmed, # would begin a comment.
  const bool is_plain = text.find_first_of("\",;\t\r\n#") == std::string_view::npos &&
                        !text.starts_with(' ') && !text.ends_with(' ');
  if (is_plain) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + "\"";
}

}  // namespace elto::command
