// SPDX-License-Identifier: Apache-2.0
// Array files (elto/io/array_file.hpp) in a form that survives mutation. No fuzzer guesses a
// checksum, and a header that grows by a letter moves all data; so the input is either a file
// without its checksum, or the JSON header, a zero and the data.
#pragma once

#include <string>
#include <string_view>

namespace elto::fuzz {

/// The file with its preamble, the blanks after its header and the right checksum.
std::string mended(std::string_view input);

/// The shorter form of a good file: header, zero, data.
std::string header_and_data(std::string_view file);

}  // namespace elto::fuzz
