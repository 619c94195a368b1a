// SPDX-License-Identifier: Apache-2.0
#include "elto/io/csv.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>
#include <utility>
#include <vector>

#include "elto/core/error.hpp"
#include "elto/io/whole_file.hpp"

#include "csv_scanner.hpp"

namespace elto {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::array<std::string_view, 8> kMissing = {"",    "NA",   "N/A",  "NaN",
                                                      "nan", "null", "NULL", "-"};

using Row = std::vector<CsvField>;

bool is_missing(std::string_view field) {
  return std::find(kMissing.begin(), kMissing.end(), field) != kMissing.end();
}

// errc{}: a number or missing; result_out_of_range: a number, but no double; else a word.
std::errc read_number(std::string_view field, double& value) {
  const bool plus = field.size() > 1 && field[0] == '+' && field[1] != '-';
  const char* begin = field.data() + (plus ? 1 : 0);  // from_chars takes no plus
  const char* end = field.data() + field.size();
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error != std::errc::invalid_argument && stop == end) return error;
  if (!is_missing(field)) return std::errc::invalid_argument;
  value = std::numeric_limits<double>::quiet_NaN();
  return {};
}

bool is_word(std::string_view field) {
  double ignored = 0.0;
  return read_number(field, ignored) == std::errc::invalid_argument;
}

bool has_decimal_comma(std::string_view field) {
  const auto comma = field.find(',');
  if (comma == std::string_view::npos) return false;
  std::string with_point(field);
  with_point[comma] = '.';
  return !is_word(with_point);
}

// Short and on one line, whatever the file holds.
std::string shown(std::string_view field) {
  constexpr std::size_t kLongest = 60;
  std::string visible(field.substr(0, kLongest));
  std::replace_if(
      visible.begin(), visible.end(), [](char c) { return c >= 0 && c < ' '; }, '?');
  return concat("'", visible, field.size() > kLongest ? "...'" : "'");
}

Row scan_row(CsvScanner& scanner) {
  Row row;
  CsvField field;
  if (scanner.next_row())
    while (scanner.next_field(field)) row.push_back(field);
  return row;
}

// A row with a word is a header. So is a row of nothing but quoted numbers above one without
// quotes: that is how channels named by numbers are written.
bool is_header(const Row& first, const Row& second) {
  const auto quoted = [](const CsvField& field) { return field.quoted; };
  const auto names = [](const CsvField& field) {
    return is_word(field.text) && !has_decimal_comma(field.text);
  };
  if (std::any_of(first.begin(), first.end(), names)) return true;
  return std::all_of(first.begin(), first.end(), quoted) &&
         std::none_of(second.begin(), second.end(), quoted);
}

// Where a field stands, for messages.
struct Place {
  std::string_view file;
  Index line;
  std::size_t column;  // from 0

  [[noreturn]] void refuse(std::string_view problem) const {
    throw IoError(file, concat("line ", line, ", column ", column + 1, ": ", problem));
  }
};

[[noreturn]] void refuse_number(const Place& place, std::string_view field, std::errc error) {
  if (error == std::errc::result_out_of_range)
    place.refuse(concat(shown(field), " is outside the range of a double"));
  if (has_decimal_comma(field))
    place.refuse(
        concat(shown(field), " has a decimal comma, which is not supported; write a point"));
  place.refuse(concat(shown(field), " is not a number"));
}

std::vector<std::string> read_names(const Row& row, std::string_view file, Index line) {
  std::vector<std::string> names;
  for (const CsvField& field : row) {
    if (!field.fault.empty()) Place{file, line, names.size()}.refuse(field.fault);
    names.push_back(unquoted(field));
  }
  return names;
}

// All rows from here on, one after the other.
std::vector<double> read_rows(CsvScanner& scanner, std::size_t width, std::string_view file) {
  std::vector<double> values;
  CsvField field;
  while (scanner.next_row()) {
    std::size_t column = 0;
    for (; scanner.next_field(field); ++column) {
      const Place place{file, scanner.line(), column};
      if (!field.fault.empty()) place.refuse(field.fault);
      double value = 0.0;
      const std::errc error = read_number(field.text, value);
      if (error != std::errc{}) refuse_number(place, field.text, error);
      values.push_back(value);
    }
    if (column != width)
      throw IoError(
          file, concat("line ", scanner.line(), ": expected ", width, " fields, found ", column));
  }
  return values;
}

std::string_view without_byte_order_mark(std::string_view text, std::string_view file) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    throw IoError(file, "is UTF-16; save it as UTF-8");
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text;
}

// Whatever could be taken for a number, a delimiter, a comment or the beginning of a file.
bool needs_quotes(std::string_view name) {
  return !is_word(name) || name.starts_with(kByteOrderMark) ||
         name.find_first_of("\",;\t\r\n #") != std::string_view::npos;
}

// All names are quoted if one needs it: a delimiter within quotes is only safe from being found
// when the quote cannot be taken for part of the field before.
void append_header(std::string& csv, const std::vector<std::string>& names) {
  const bool quote = std::any_of(names.begin(), names.end(), needs_quotes);
  for (const std::string& name : names) {
    if (!csv.empty()) csv.push_back(',');
    if (quote) csv.push_back('"');
    for (const char c : name) csv.append(c == '"' ? 2 : 1, c);
    if (quote) csv.push_back('"');
  }
  if (!csv.empty()) csv.push_back('\n');
}

void append_number(std::string& csv, double value) {
  if (std::isnan(value)) {
    csv.append("NaN");
    return;
  }
  std::array<char, 32> buffer;
  const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  csv.append(buffer.data(), written.ptr);
}

}  // namespace

Series parse_csv(std::string_view text, std::string_view name_for_messages) {
  text = without_byte_order_mark(text, name_for_messages);
  const char delimiter = find_delimiter(text);
  CsvScanner scanner(text, delimiter);
  const Row first = scan_row(scanner);
  if (first.empty()) throw IoError(name_for_messages, "has no rows");
  const Index first_line = scanner.line();
  std::vector<std::string> channels;
  const bool has_header = is_header(first, scan_row(scanner));
  if (has_header) channels = read_names(first, name_for_messages, first_line);

  scanner = CsvScanner(text, delimiter);
  if (has_header) scan_row(scanner);
  const std::vector<double> values = read_rows(scanner, first.size(), name_for_messages);
  const auto width = static_cast<Index>(first.size());
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Matrix matrix = Eigen::Map<const RowMajor>(values.data(), std::ssize(values) / width, width);
  return {std::move(matrix), std::move(channels)};
}

Series read_csv(const std::filesystem::path& path) {
  return parse_csv(read_whole_file(path), path.string());
}

std::string to_csv(const Series& series) {
  const Matrix& y = series.values;
  require(series.channels.empty() || std::ssize(series.channels) == y.cols(), "channels",
          concat(y.cols(), " names, one per column"), series.channels.size());
  std::string csv;
  append_header(csv, series.channels);
  for (Index t = 0; t < y.rows(); ++t)
    for (Index j = 0; j < y.cols(); ++j) {
      append_number(csv, y(t, j));
      csv.push_back(j + 1 < y.cols() ? ',' : '\n');
    }
  return csv;
}

void write_csv(const Series& series, const std::filesystem::path& path) {
  write_whole_file(path, to_csv(series));
}

}  // namespace elto
