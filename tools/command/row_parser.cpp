// SPDX-License-Identifier: Apache-2.0
#include "row_parser.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <system_error>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"
#include "elto/io/column_roles.hpp"
#include "elto/io/iso8601.hpp"
#include "elto/io/utf8.hpp"

#include "channel_names.hpp"
#include "io/csv_number.hpp"
#include "io/csv_scanner.hpp"

#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

using RowJson = nlohmann::json;

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
constexpr std::string_view kInput = "the input";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_utf8(std::string_view text) {
  try {
    from_utf8(text);
    return true;
  } catch (const InvalidArgument&) {
    return false;
  }
}

std::vector<std::string> fields_of(std::string_view line, char delimiter) {
  std::vector<std::string> fields;
  CsvScanner scanner(line, delimiter);
  CsvField field;
  if (!scanner.next_row()) return fields;
  while (scanner.next_field(field)) {
    if (!field.fault.empty()) throw BadRow(std::string(field.fault));
    fields.push_back(unquoted(field));
  }
  return fields;
}

std::string shown(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  return concat("'", text.substr(0, kLongest), text.size() > kLongest ? "...'" : "'");
}

double number_of(const std::string& field) {
  double value = 0.0;
  const std::errc error = read_csv_number(field, value);
  if (error == std::errc::result_out_of_range)
    throw BadRow(concat(shown(field), " is too large or too small for a number"));
  if (error != std::errc{}) throw BadRow(concat(shown(field), " is not a number"));
  if (std::isinf(value)) throw BadRow(concat(shown(field), " is not finite"));
  return value;
}

// What is nested is not shown: it may be nested deeper than the stack.
double number_of(const RowJson& value) {
  if (value.is_null()) return kMissing;
  if (value.is_number()) return value.get<double>();
  if (value.is_string()) return number_of(value.get_ref<const std::string&>());
  throw BadRow(
      concat("has a value of kind ", std::string_view(value.type_name()), " instead of a number"));
}

bool is_value(const std::string& field) {
  double ignored = 0.0;
  return read_csv_number(field, ignored) != std::errc::invalid_argument ||
         parse_iso8601(field).has_value();
}

bool holds(const auto& list, const auto& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

}  // namespace

RowParser::RowParser(const std::vector<std::string>& channels, Index dimension, RowFormat format)
    : has_names_(!channels.empty()),
      channels_(channel_names(channels, dimension)),
      format_(format) {}

std::optional<StreamRow> RowParser::parse(std::string_view line) {
  if (line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos || line[first] == '#') return {};
  if (format_ == RowFormat::automatic)
    format_ = line[first] == '{' || line[first] == '[' ? RowFormat::ndjson : RowFormat::csv;
  if (!is_utf8(line)) {
    if (!is_ready()) throw IoError(kInput, "its first line is not UTF-8");
    throw BadRow("is not UTF-8");
  }
  return format_ == RowFormat::ndjson ? parse_json(line) : parse_csv(line);
}

void RowParser::take_layout(std::string_view line) {
  const char delimiter = find_delimiter(line);
  std::vector<std::string> fields;
  try {
    fields = fields_of(line, delimiter);
  } catch (const BadRow& problem) {  // a header that is passed over would be missed
    throw IoError(kInput, concat("its first line: ", std::string_view(problem.what())));
  }
  // A header has words, or is the names themselves.
  if (std::all_of(fields.begin(), fields.end(), is_value) && fields != channels_)
    take_values(fields);
  else
    take_header(fields);
  delimiter_ = delimiter;
  width_ = fields.size();
  layout_ = line;
}

// Without a header the channels come in order, after the time if there is one field more.
void RowParser::take_values(const std::vector<std::string>& fields) {
  const bool has_time = fields.size() == channels_.size() + 1;
  if (!has_time && fields.size() != channels_.size())
    throw BadRow(concat("has ", fields.size(), " fields, the model ", channels_.size(),
                        " channels; a header would say which is which"));
  if (has_time) {
    time_place_ = 0;
    time_name_ = "time";
  }
  for (std::size_t i = has_time ? 1 : 0; i < fields.size(); ++i) places_.push_back(i);
}

void RowParser::take_header(const std::vector<std::string>& fields) {
  const auto is_time = [&](const std::string& name) {
    return names_time(name) && !(has_names_ && holds(channels_, name));
  };
  const auto time = std::find_if(fields.begin(), fields.end(), is_time);
  const auto time_place = static_cast<std::size_t>(time - fields.begin());
  std::vector<std::size_t> places;
  for (const std::string& name : channels_) {
    if (!has_names_) break;
    const auto place = std::find(fields.begin(), fields.end(), name);
    if (place == fields.end())
      throw IoError(kInput, concat("its header has no column '", name,
                                   "', which the model was learned from"));
    places.push_back(static_cast<std::size_t>(place - fields.begin()));
  }
  for (std::size_t i = 0; i < fields.size() && !has_names_; ++i)
    if (i != time_place) places.push_back(i);
  if (places.size() != channels_.size())
    throw IoError(kInput, concat("has ", places.size(), " channels, the model ", channels_.size(),
                                 " without names"));
  if (time != fields.end()) {
    time_place_ = time_place;
    time_name_ = *time;
  }
  places_ = std::move(places);
  has_header_ = true;
}

std::optional<StreamRow> RowParser::parse_csv(std::string_view line) {
  if (layout_.empty()) take_layout(line);
  // A source that is started again says its header again.
  if (has_header_ && line == layout_) return {};
  const std::vector<std::string> fields = fields_of(line, delimiter_);
  if (fields.size() != width_)
    throw BadRow(concat("has ", fields.size(), " fields instead of ", width_));
  StreamRow row{RowVector(std::ssize(channels_))};
  for (std::size_t i = 0; i < places_.size(); ++i)
    row.values[static_cast<Index>(i)] = number_of(fields[places_[i]]);
  if (time_place_) row.time = fields[*time_place_];
  return row;
}

StreamRow RowParser::parse_json(std::string_view line) const {
  const RowJson json = RowJson::parse(line, nullptr, false);
  StreamRow row{RowVector::Constant(std::ssize(channels_), kMissing)};
  if (json.is_array()) {
    if (json.size() != channels_.size())
      throw BadRow(concat("has ", json.size(), " values instead of ", channels_.size()));
    for (std::size_t i = 0; i < channels_.size(); ++i)
      row.values[static_cast<Index>(i)] = number_of(json[i]);
    return row;
  }
  if (!json.is_object()) throw BadRow(concat(shown(line), " is neither a JSON object nor a list"));
  bool has_any = false;
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    const auto found = json.find(channels_[i]);
    if (found == json.end()) continue;
    row.values[static_cast<Index>(i)] = number_of(*found);
    has_any = true;
  }
  if (!has_any) throw BadRow("has none of the model's channels");
  for (const auto& [name, value] : json.items())
    if (names_time(name) && !holds(channels_, name) && (value.is_string() || value.is_number()))
      row.time = value.dump();
  return row;
}

}  // namespace elto::command
