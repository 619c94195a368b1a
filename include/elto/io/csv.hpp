// SPDX-License-Identifier: Apache-2.0
// Series as delimited text. The delimiter (comma, semicolon, tab, runs of blanks), the header and
// the time column are found; empty lines and lines that begin with # are skipped; empty, NA, N/A,
// NaN, null and - are missing. Numbers have a decimal point, whatever the locale.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "elto/io/column_roles.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// Throws IoError for a field that is not a number (line, column and its text) in a column that is
/// kept, a row of another length (line, expected and found), text without any row, and columns that
/// are not what the options say.
Series parse_csv(std::string_view text, std::string_view name_for_messages,
                 const ReadOptions& options = {});
Series read_csv(const std::filesystem::path& path, const ReadOptions& options = {});

/// The time column first, then the channels, with a header if anything has a name; timestamps as
/// they were read, every number in the shortest form that reads back to the same bits, missing as
/// NaN: an empty field alone in its line would be skipped.
std::string to_csv(const Series& series, char delimiter = ',');
/// Tab-separated if the path ends with .tsv.
void write_csv(const Series& series, const std::filesystem::path& path);

}  // namespace elto
