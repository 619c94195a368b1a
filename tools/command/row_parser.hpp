// SPDX-License-Identifier: Apache-2.0
// Rows of a stream, one line each: CSV, or NDJSON with an object or a list per line. The first line
// tells which, unless it is said.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "elto/core/types.hpp"

namespace elto::command {

enum class RowFormat { automatic, csv, ndjson };

struct StreamRow {
  RowVector values;       ///< one per channel of the model; NaN is missing
  std::string time = {};  ///< a CSV field without its quotes, or JSON text; empty: none
};

/// A line that is no row: what is wrong with it.
class BadRow : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class RowParser {
 public:
  /// Names of the model's channels; if it has none, columns are taken by their place, and JSON
  /// objects have y0, y1, ...
  RowParser(const std::vector<std::string>& channels, Index dimension, RowFormat format);

  /// The row of a line; nothing for an empty line, a comment and the header. Throws BadRow, and
  /// IoError for a header that is not understood or lacks a channel of the model.
  std::optional<StreamRow> parse(std::string_view line);

  /// Goes on with the stream of another parser, whose layout() this is.
  void take_layout(std::string_view line);

  RowFormat format() const { return format_; }
  /// Whether a line has told how to read the others; a bad row before it is no row at all.
  bool is_ready() const { return format_ == RowFormat::ndjson || !layout_.empty(); }
  /// Name of the time column, if CSV has one; known after the first row.
  const std::string& time_name() const { return time_name_; }
  /// The line of CSV that told the columns, the header or else the first row; empty before it.
  const std::string& layout() const { return layout_; }

 private:
  std::optional<StreamRow> parse_csv(std::string_view line);
  StreamRow parse_json(std::string_view line) const;
  void take_values(const std::vector<std::string>& fields);
  void take_header(const std::vector<std::string>& fields);

  bool has_names_;
  std::vector<std::string> channels_;
  RowFormat format_;
  std::string layout_, time_name_;
  bool has_header_ = false;
  char delimiter_ = ',';
  std::size_t width_ = 0;  // fields of a line
  std::optional<std::size_t> time_place_ = {};
  std::vector<std::size_t> places_;  // of each channel among the fields
};

}  // namespace elto::command
