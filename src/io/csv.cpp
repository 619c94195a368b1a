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
#include "elto/io/iso8601.hpp"
#include "elto/io/whole_file.hpp"

#include "csv_number.hpp"
#include "csv_scanner.hpp"

namespace elto {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
using Row = std::vector<CsvField>;

ColumnKind field_kind(std::string_view field) {
  double ignored = 0.0;
  if (read_csv_number(field, ignored) != std::errc::invalid_argument) return ColumnKind::numbers;
  return parse_iso8601(field) ? ColumnKind::timestamps : ColumnKind::words;
}

bool has_decimal_comma(std::string_view field) {
  const auto comma = field.find(',');
  if (comma == std::string_view::npos) return false;
  std::string with_point(field);
  with_point[comma] = '.';
  return field_kind(with_point) == ColumnKind::numbers;
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

// A word, or a timestamp above a number.
bool is_name(const CsvField& field, const CsvField& below) {
  const ColumnKind kind = field_kind(field.text);
  if (kind == ColumnKind::words) return !has_decimal_comma(field.text);
  return kind == ColumnKind::timestamps && field_kind(below.text) == ColumnKind::numbers &&
         !is_missing_field(below.text);
}

// A row with a name is a header. So is a row of nothing but quoted fields above one without quotes:
// that is how channels named by numbers are written.
bool is_header(const Row& first, const Row& second) {
  const auto quoted = [](const CsvField& field) { return field.quoted; };
  for (std::size_t i = 0; i < first.size(); ++i)
    if (is_name(first[i], i < second.size() ? second[i] : CsvField{})) return true;
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
  place.refuse(concat(shown(field),
                      " is not a number, nor a time stamp such as 2026-01-31T12:00; read other "
                      "columns, or leave the field empty where a value is missing"));
}

void read_names(const Row& row, std::string_view file, Index line, std::vector<Column>& columns) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (!row[i].fault.empty()) Place{file, line, i}.refuse(row[i].fault);
    columns[i].name = unquoted(row[i]);
  }
}

// The first field of a column that is not missing tells its kind. The scanner is a copy: these rows
// are read again.
void find_kinds(CsvScanner scanner, std::vector<Column>& columns) {
  constexpr int kRowsOfKinds = 20;
  std::vector<bool> known(columns.size(), false);
  for (int sampled = 0; sampled < kRowsOfKinds; ++sampled) {
    const Row row = scan_row(scanner);
    for (std::size_t i = 0; i < std::min(row.size(), columns.size()); ++i) {
      if (known[i] || is_missing_field(row[i].text)) continue;
      columns[i].kind = field_kind(row[i].text);
      known[i] = true;
    }
    if (row.empty() || std::find(known.begin(), known.end(), false) == known.end()) return;
  }
}

// What is taken from a row: numbers, in the order of the file, and at most one timestamp.
class RowReader {
 public:
  RowReader(const std::vector<Column>& columns, const ColumnRoles& roles, std::string_view file)
      : file_(file), uses_(columns.size(), Use::nothing), ranks_(columns.size()) {
    for (const std::size_t channel : roles.channels) uses_[channel] = Use::number;
    if (roles.time)
      uses_[*roles.time] =
          columns[*roles.time].kind == ColumnKind::timestamps ? Use::timestamp : Use::number;
    for (std::size_t i = 0; i < uses_.size(); ++i)
      if (uses_[i] == Use::number) ranks_[i] = width_++;
    numbers_.reserve(uses_.size());  // columns without rows have an address too
  }

  void read(CsvScanner& scanner) {
    CsvField field;
    std::size_t column = 0;
    for (; scanner.next_field(field); ++column) {
      if (column >= uses_.size()) continue;
      const Place place{file_, scanner.line(), column};
      if (!field.fault.empty()) place.refuse(field.fault);
      if (uses_[column] == Use::number)
        take_number(field.text, place);
      else if (uses_[column] == Use::timestamp)
        take_timestamp(field.text, place);
    }
    if (column != uses_.size())
      throw IoError(file_, concat("line ", scanner.line(), ": expected ", uses_.size(),
                                  " fields, found ", column));
    ++rows_;
  }

  bool has_timestamps() const { return !labels_.empty(); }
  Vector timestamps() const { return Eigen::Map<const Vector>(timestamps_.data(), rows_); }
  std::vector<std::string> labels() && { return std::move(labels_); }

  /// The column at that position of the file.
  auto numbers(std::size_t position) const {
    return Eigen::Map<const Vector, 0, Eigen::InnerStride<>>(numbers_.data() + ranks_[position],
                                                             rows_, Eigen::InnerStride<>(width_));
  }
  Index rows() const { return rows_; }

 private:
  enum class Use : unsigned char { nothing, number, timestamp };

  void take_number(std::string_view field, const Place& place) {
    double value = 0.0;
    const std::errc error = read_csv_number(field, value);
    if (error != std::errc{}) refuse_number(place, field, error);
    numbers_.push_back(value);
  }

  void take_timestamp(std::string_view field, const Place& place) {
    const auto seconds = parse_iso8601(field);
    if (!seconds && !is_missing_field(field))
      place.refuse(concat(shown(field), " is not a timestamp"));
    timestamps_.push_back(seconds.value_or(std::numeric_limits<double>::quiet_NaN()));
    labels_.emplace_back(field);
  }

  std::string_view file_;
  std::vector<Use> uses_;
  std::vector<Index> ranks_;  // of a column among those of numbers
  Index width_ = 0, rows_ = 0;
  std::vector<double> numbers_, timestamps_;
  std::vector<std::string> labels_;
};

Series series_of(RowReader rows, const std::vector<Column>& columns, const ColumnRoles& roles,
                 bool has_header) {
  Series series;
  series.values.resize(rows.rows(), std::ssize(roles.channels));
  for (Index j = 0; j < series.dimension(); ++j) {
    const std::size_t position = roles.channels[static_cast<std::size_t>(j)];
    series.values.col(j) = rows.numbers(position);
    if (has_header) series.channels.push_back(columns[position].name);
  }
  if (!roles.time) return series;
  const std::string& name = columns[*roles.time].name;
  series.time.name = name.empty() ? "time" : name;
  if (rows.has_timestamps()) {
    series.time.values = rows.timestamps();
    series.time.labels = std::move(rows).labels();
  } else {
    series.time.values = rows.numbers(*roles.time);
  }
  return series;
}

bool starts_like_utf16(std::string_view text) {
  return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
}

std::string_view without_byte_order_mark(std::string_view text, std::string_view file) {
  if (starts_like_utf16(text)) throw IoError(file, "is UTF-16; save it as UTF-8");
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text;
}

// Whatever could be taken for a value, a delimiter, a comment or the beginning of a file.
bool needs_quotes(std::string_view name) {
  return field_kind(name) != ColumnKind::words || name.starts_with(kByteOrderMark) ||
         starts_like_utf16(name) || name.find_first_of("\",;\t\r\n #") != std::string_view::npos;
}

void append_quoted(std::string& csv, std::string_view field) {
  csv.push_back('"');
  for (const char c : field) csv.append(c == '"' ? 2 : 1, c);
  csv.push_back('"');
}

// All names are quoted if one needs it: a delimiter within quotes is only safe from being found
// when the quote cannot be taken for part of the field before.
void append_header(std::string& csv, const std::vector<std::string>& names, char delimiter) {
  const bool quote = std::any_of(names.begin(), names.end(), needs_quotes);
  for (const std::string& name : names) {
    if (!csv.empty()) csv.push_back(delimiter);
    if (quote)
      append_quoted(csv, name);
    else
      csv.append(name);
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

void append_label(std::string& csv, std::string_view label) {
  if (label.find_first_of("\",;\t\r\n#") == std::string_view::npos)
    csv.append(label);
  else
    append_quoted(csv, label);
}

void append_time(std::string& csv, const TimeColumn& time, Index row) {
  if (time.labels.empty())
    append_number(csv, time.values[row]);
  else
    append_label(csv, time.labels[static_cast<std::size_t>(row)]);
}

// A time column can only be told from a channel by the names above them.
std::vector<std::string> header_of(const Series& series) {
  if (series.time.empty()) return series.channels;
  std::vector<std::string> names = {series.time.name.empty() ? "time" : series.time.name};
  for (Index j = 0; j < series.dimension(); ++j)
    names.push_back(series.channels.empty() ? concat("values_", j)
                                            : series.channels[static_cast<std::size_t>(j)]);
  return names;
}

}  // namespace

Series parse_csv(std::string_view text, std::string_view name_for_messages,
                 const ReadOptions& options) {
  text = without_byte_order_mark(text, name_for_messages);
  const char delimiter = find_delimiter(text);
  CsvScanner scanner(text, delimiter);
  const Row first = scan_row(scanner);
  if (first.empty()) throw IoError(name_for_messages, "has no rows");
  const Index first_line = scanner.line();
  const bool has_header = is_header(first, scan_row(scanner));
  std::vector<Column> columns(first.size());
  if (has_header) read_names(first, name_for_messages, first_line, columns);

  scanner = CsvScanner(text, delimiter);
  if (has_header) scan_row(scanner);
  find_kinds(scanner, columns);
  const ColumnRoles roles = assign_roles(columns, options, name_for_messages);
  RowReader rows(columns, roles, name_for_messages);
  while (scanner.next_row()) rows.read(scanner);
  return series_of(std::move(rows), columns, roles, has_header);
}

Series read_csv(const std::filesystem::path& path, const ReadOptions& options) {
  return parse_csv(read_whole_file(path), path.string(), options);
}

std::string to_csv(const Series& series, char delimiter) {
  const Matrix& y = series.values;
  const TimeColumn& time = series.time;
  require(series.channels.empty() || std::ssize(series.channels) == y.cols(), "channels",
          concat(y.cols(), " names, one per column"), series.channels.size());
  require(time.empty() || time.values.size() == y.rows(), "time",
          concat(y.rows(), " values, one per row"), time.values.size());
  require(time.labels.empty() || std::ssize(time.labels) == y.rows(), "time",
          concat(y.rows(), " labels, one per row"), time.labels.size());
  std::string csv;
  append_header(csv, header_of(series), delimiter);
  for (Index t = 0; t < y.rows(); ++t) {
    if (!time.empty()) {
      append_time(csv, time, t);
      csv.push_back(delimiter);
    }
    for (Index j = 0; j < y.cols(); ++j) {
      append_number(csv, y(t, j));
      csv.push_back(j + 1 < y.cols() ? delimiter : '\n');
    }
  }
  return csv;
}

void write_csv(const Series& series, const std::filesystem::path& path) {
  const bool tabs = lower_case(path.extension().string()) == ".tsv";
  write_whole_file(path, to_csv(series, tabs ? '\t' : ','));
}

}  // namespace elto
