// SPDX-License-Identifier: Apache-2.0
// Series as delimited text. The delimiter (comma, semicolon, tab, runs of blanks) and the header
// are found; empty lines and lines that begin with # are skipped; empty, NA, N/A, NaN, null and -
// are missing. Numbers have a decimal point, whatever the locale.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "elto/series/series.hpp"

namespace elto {

/// Throws IoError for a field that is not a number (line, column and its text), a row of another
/// length (line, expected and found), and text without any row.
Series parse_csv(std::string_view text, std::string_view name_for_messages);
Series read_csv(const std::filesystem::path& path);

/// Comma-separated, with a header if the channels have names; every number in the shortest form
/// that reads back to the same bits, missing as NaN: an empty field alone in its line would be
/// skipped.
std::string to_csv(const Series& series);
void write_csv(const Series& series, const std::filesystem::path& path);

}  // namespace elto
