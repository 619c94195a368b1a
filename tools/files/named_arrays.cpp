// SPDX-License-Identifier: Apache-2.0
#include "named_arrays.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/io/iso8601.hpp"

#include "field_arrays.hpp"

namespace elto {
namespace {

using Arrays = std::vector<NamedArray>;
using Names = std::vector<std::string>;

constexpr std::string_view kValues = "values", kChannels = "channels", kTimeColumn = "time",
                           kTimeName = "time_name", kTimeLabels = "time_labels";

struct TableColumn {
  Column facts = {};
  Vector values = {};
  Names labels = {};
};

struct Table {
  std::vector<TableColumn> columns = {};
  bool has_names = true;
};

bool is_text(const NamedArray& array) {
  return !array.strings.empty();
}

bool is_numeric(const NamedArray& array) {
  return !is_text(array) && array.problem.empty();
}

std::string shape(const NamedArray& array) {
  if (!array.problem.empty()) return array.problem;
  if (is_text(array)) return concat("text of ", array.strings.size());
  return concat(array.values.rows(), " x ", array.values.cols());
}

[[noreturn]] void refuse(std::string_view file, std::string_view problem, const Arrays& arrays) {
  throw IoError(file, concat(problem, "; it holds ", listed(arrays),
                             "; say which to read with the selection of columns"));
}

void require_size(std::string_view file, std::string_view name, Index size, Index expected) {
  if (size != expected)
    throw IoError(file, concat("'", name, "' has ", size, " entries instead of ", expected));
}

std::string column_name(std::string_view array, Index column) {
  return concat(array, "_", column);
}

void append_columns(Table& table, const Matrix& values, const Names& names) {
  for (Index j = 0; j < values.cols(); ++j) {
    TableColumn& column = table.columns.emplace_back();
    column.facts.name = names[static_cast<std::size_t>(j)];
    column.values = values.col(j);
  }
}

Names names_of(const NamedArray& array, Index columns) {
  if (columns == 1) return {array.name};
  Names names;
  for (Index j = 0; j < columns; ++j) names.push_back(column_name(array.name, j));
  return names;
}

// ---- what we write ------------------------------------------------------------------------------

bool is_our_layout(const Arrays& arrays) {
  const auto* const values = find_array(arrays, kValues);
  if (values == nullptr || !is_numeric(*values)) return false;
  return std::all_of(arrays.begin(), arrays.end(), [&](const NamedArray& array) {
    if (array.name == kValues) return true;
    if (array.name == kChannels) return is_text(array);
    if (array.name == kTimeColumn) return is_numeric(array);
    return (array.name == kTimeName || array.name == kTimeLabels) && is_text(array) &&
           find_array(arrays, kTimeColumn) != nullptr;
  });
}

TableColumn declared_time(const Arrays& arrays, Index rows, std::string_view file) {
  TableColumn column;
  column.facts.name = kTimeColumn;
  column.facts.is_time = true;
  column.values = find_array(arrays, kTimeColumn)->values.reshaped();
  require_size(file, kTimeColumn, column.values.size(), rows);
  if (const auto* const name = find_array(arrays, kTimeName))
    column.facts.name = name->strings.front();
  if (const auto* const labels = find_array(arrays, kTimeLabels)) {
    require_size(file, kTimeLabels, std::ssize(labels->strings), rows);
    column.facts.kind = ColumnKind::timestamps;
    column.labels = labels->strings;
  }
  return column;
}

Table declared_table(const Arrays& arrays, std::string_view file) {
  const NamedArray& array = *find_array(arrays, kValues);
  const Matrix& values = array.values;
  Table table;
  if (find_array(arrays, kTimeColumn) != nullptr)
    table.columns.push_back(declared_time(arrays, values.rows(), file));
  const auto* const channels = find_array(arrays, kChannels);
  table.has_names = channels != nullptr;
  if (channels != nullptr)
    require_size(file, kChannels, std::ssize(channels->strings), values.cols());
  append_columns(table, values,
                 channels != nullptr ? channels->strings : names_of(array, values.cols()));
  return table;
}

// ---- what others write --------------------------------------------------------------------------

// Columns that the array may have, also if its only row turns out to be a column.
bool has_column(const NamedArray& array, std::string_view name) {
  if (name == array.name) return true;
  if (!name.starts_with(concat(array.name, "_"))) return false;
  for (Index j = 0; j < array.values.cols(); ++j)
    if (name == column_name(array.name, j)) return true;
  return false;
}

bool is_column_asked_for(const NamedArray& array, const ReadOptions& options) {
  return options.columns.empty() ||
         std::any_of(options.columns.begin(), options.columns.end(),
                     [&](const std::string& name) { return has_column(array, name); });
}

bool may_be_time(const NamedArray& array, const ReadOptions& options) {
  return options.time.empty() ? names_time(array.name) : options.time == array.name;
}

bool is_row(const NamedArray& array) {
  return array.values.rows() == 1;
}

// The number of rows that all should have, where a row of that many entries counts as a column.
Index common_length(const Arrays& all, const ReadOptions& options, std::string_view file) {
  Index longest_row = -1;
  for (const NamedArray& array : all) {
    if (!is_numeric(array) || !is_column_asked_for(array, options)) continue;
    if (!is_row(array)) return array.values.rows();
    longest_row = std::max(longest_row, array.values.cols());
  }
  if (longest_row < 0) refuse(file, "has no numbers to read", all);
  return longest_row;
}

bool fits(const NamedArray& array, Index length) {
  return array.values.rows() == length || (is_row(array) && array.values.cols() == length);
}

void append_array(Table& table, const NamedArray& array, Index length) {
  const bool upright = array.values.rows() == length;
  const Matrix values = upright ? array.values : Matrix(array.values.transpose());
  append_columns(table, values, names_of(array, values.cols()));
}

// Text is of use only where it tells the time.
void append_timestamps(Table& table, const NamedArray& array, Index length) {
  if (std::ssize(array.strings) != length) return;
  TableColumn column;
  column.facts.name = array.name;
  column.facts.kind = ColumnKind::timestamps;
  column.values.resize(length);
  column.labels = array.strings;
  for (Index t = 0; t < length; ++t) {
    const std::string& label = array.strings[static_cast<std::size_t>(t)];
    const auto seconds = parse_iso8601(label);
    if (!seconds && !label.empty()) return;
    column.values[t] = seconds.value_or(std::numeric_limits<double>::quiet_NaN());
  }
  table.columns.push_back(std::move(column));
}

Table found_table(const Arrays& arrays, const ReadOptions& options, std::string_view file) {
  for (const std::string& name : options.columns)
    if (std::none_of(arrays.begin(), arrays.end(),
                     [&](const NamedArray& array) { return has_column(array, name); }))
      throw IoError(file, concat("has no column '", name, "'; it holds ", listed(arrays)));
  const Index length = common_length(arrays, options, file);
  Table table;
  for (const NamedArray& array : arrays) {
    const bool asked_for = is_column_asked_for(array, options);
    if (!array.problem.empty() && asked_for)
      refuse(file, concat("'", array.name, "' ", array.problem), arrays);
    if (is_text(array) && (options.time.empty() || options.time == array.name))
      append_timestamps(table, array, length);
    if (!is_numeric(array)) continue;
    if (asked_for && !fits(array, length))
      refuse(file, "its arrays have different numbers of rows", arrays);
    if (fits(array, length) && (asked_for || may_be_time(array, options)))
      append_array(table, array, length);
  }
  // Archives keep no order worth the name, and a time is recognised as the first column.
  std::stable_partition(table.columns.begin(), table.columns.end(),
                        [](const TableColumn& column) { return names_time(column.facts.name); });
  return table;
}

// The name of an array stands for all its columns.
ReadOptions spelled_out(const ReadOptions& options, const Arrays& arrays, const Table& table) {
  const auto is_column = [&](const std::string& name) {
    return std::any_of(table.columns.begin(), table.columns.end(),
                       [&](const TableColumn& column) { return column.facts.name == name; });
  };
  ReadOptions spelled{.time = options.time};
  for (const std::string& name : options.columns) {
    const auto* const array = find_array(arrays, name);
    if (is_column(name) || array == nullptr)
      spelled.columns.push_back(name);
    else
      for (const std::string& column : names_of(*array, array->values.cols()))
        spelled.columns.push_back(column);
  }
  return spelled;
}

}  // namespace

const NamedArray* find_array(const std::vector<NamedArray>& arrays, std::string_view name) {
  const auto found = std::ranges::find(arrays, name, &NamedArray::name);
  return found == arrays.end() ? nullptr : &*found;
}

std::string listed(const std::vector<NamedArray>& arrays) {
  std::string list;
  for (const NamedArray& array : arrays)
    list.append(concat(list.empty() ? "'" : ", '", array.name, "' (", shape(array), ")"));
  return list;
}

bool is_vector(const NamedArray& array) {
  return array.values.cols() == 1 && array.name != kValues;
}

Series to_series(std::vector<NamedArray> arrays, std::string_view name_for_messages,
                 const ReadOptions& options) {
  if (arrays.empty()) throw IoError(name_for_messages, "holds no arrays");
  if (const auto field = find_field(arrays, name_for_messages, options)) return to_series(*field);
  Table table = is_our_layout(arrays) ? declared_table(arrays, name_for_messages)
                                      : found_table(arrays, options, name_for_messages);
  std::vector<Column> facts;
  for (const TableColumn& column : table.columns) facts.push_back(column.facts);
  const ColumnRoles roles =
      assign_roles(facts, spelled_out(options, arrays, table), name_for_messages);
  Series series;
  series.values.resize(table.columns.front().values.size(), std::ssize(roles.channels));
  for (Index j = 0; j < series.dimension(); ++j) {
    TableColumn& column = table.columns[roles.channels[static_cast<std::size_t>(j)]];
    series.values.col(j) = column.values;
    if (table.has_names || !options.columns.empty())
      series.channels.push_back(std::move(column.facts.name));
  }
  if (roles.time) {
    TableColumn& column = table.columns[*roles.time];
    if (column.facts.name.empty()) column.facts.name = kTimeColumn;
    series.time = {std::move(column.facts.name), std::move(column.values),
                   std::move(column.labels)};
  }
  return series;
}

std::vector<NamedArray> to_arrays(const Series& series) {
  const TimeColumn& time = series.time;
  Arrays arrays = {{.name = std::string(kValues), .values = series.values}};
  if (!series.channels.empty())
    arrays.push_back({.name = std::string(kChannels), .strings = series.channels});
  if (time.empty()) return arrays;
  arrays.push_back({.name = std::string(kTimeColumn), .values = time.values});
  if (!time.name.empty() && time.name != kTimeColumn)
    arrays.push_back({.name = std::string(kTimeName), .strings = {time.name}});
  if (!time.labels.empty())
    arrays.push_back({.name = std::string(kTimeLabels), .strings = time.labels});
  return arrays;
}

}  // namespace elto
