// SPDX-License-Identifier: Apache-2.0
#include "elto/io/column_roles.hpp"

#include <algorithm>
#include <array>

#include "elto/core/error.hpp"

namespace elto {
namespace {

using Columns = std::vector<Column>;
using Position = std::size_t;

constexpr std::array<std::string_view, 26> kTimeNames = {
    "t",        "time",      "times", "timestamp", "timestamps", "date",    "dates",
    "datetime", "date_time", "epoch", "unixtime",  "unix_time",  "year",    "years",
    "day",      "days",      "hour",  "hours",     "minute",     "minutes", "second",
    "seconds",  "index",     "idx",   "step",      "frame"};

std::string listed(const Columns& columns) {
  std::string list;
  for (const Column& column : columns)
    list.append(concat(list.empty() ? "'" : ", '", column.name, "'"));
  return list;
}

Position position_of(const std::string& name, const Columns& columns, std::string_view file) {
  const auto has_name = [&](const Column& column) { return column.name == name; };
  const auto found = std::find_if(columns.begin(), columns.end(), has_name);
  const bool nameless = std::all_of(columns.begin(), columns.end(),
                                    [](const Column& column) { return column.name.empty(); });
  if (found == columns.end() && nameless)
    throw IoError(file, concat("has no column '", name, "': its columns have no names"));
  if (found == columns.end())
    throw IoError(file, concat("has no column '", name, "'; it has ", listed(columns)));
  if (std::any_of(found + 1, columns.end(), has_name))
    throw IoError(file, concat("has several columns '", name, "'"));
  return static_cast<Position>(found - columns.begin());
}

std::vector<Position> selected(const Columns& columns, const ReadOptions& options,
                               std::string_view file) {
  std::vector<Position> positions;
  for (const std::string& name : options.columns) {
    positions.push_back(position_of(name, columns, file));
    if (std::count(positions.begin(), positions.end(), positions.back()) > 1)
      throw IoError(file, concat("column '", name, "' is asked for twice"));
  }
  return positions;
}

// A table written with the numbers of its rows has no name above them.
bool is_row_number(const Columns& columns) {
  return columns.front().name.empty() && columns.size() > 1 && !columns[1].name.empty();
}

// A lone column of numbers is a channel, whatever its name.
bool is_time_by_name(const Columns& columns, Position position) {
  return position == 0 && columns.size() > 1 && columns.front().kind != ColumnKind::words &&
         (names_time(columns.front().name) || is_row_number(columns));
}

std::optional<Position> find_time(const Columns& columns, const std::vector<Position>& channels,
                                  std::string_view file) {
  std::optional<Position> time;
  for (Position i = 0; i < columns.size(); ++i) {
    if (std::find(channels.begin(), channels.end(), i) != channels.end()) continue;
    if (columns[i].is_time) return i;
    if (columns[i].kind != ColumnKind::timestamps && !is_time_by_name(columns, i)) continue;
    // Among columns that were not asked for, the first will do.
    if (time && !channels.empty()) continue;
    if (time)
      throw IoError(file, concat("columns '", columns[*time].name, "' and '", columns[i].name,
                                 "' could both be the time; name one of them and the channels"));
    time = i;
  }
  return time;
}

std::optional<Position> time_of(const Columns& columns, const std::vector<Position>& channels,
                                const ReadOptions& options, std::string_view file) {
  if (options.time == "none") return {};
  if (options.time.empty()) return find_time(columns, channels, file);
  const Position time = position_of(options.time, columns, file);
  if (std::find(channels.begin(), channels.end(), time) != channels.end())
    throw IoError(file, concat("column '", options.time, "' cannot be time and channel"));
  return time;
}

}  // namespace

bool names_time(std::string_view name) {
  std::string plain = lower_case(name.substr(0, name.find_first_of("([")));
  while (plain.ends_with(' ')) plain.pop_back();
  return std::find(kTimeNames.begin(), kTimeNames.end(), plain) != kTimeNames.end();
}

ColumnRoles assign_roles(const Columns& columns, const ReadOptions& options,
                         std::string_view name_for_messages) {
  ColumnRoles roles;
  roles.channels = selected(columns, options, name_for_messages);
  roles.time = time_of(columns, roles.channels, options, name_for_messages);
  if (options.columns.empty())
    for (Position i = 0; i < columns.size(); ++i)
      if (i != roles.time && !columns[i].is_time) roles.channels.push_back(i);
  for (const Position i : roles.channels)
    if (columns[i].kind == ColumnKind::timestamps)
      throw IoError(name_for_messages, concat("column '", columns[i].name,
                                              "' holds timestamps; it can only be the time"));
  if (roles.channels.empty()) throw IoError(name_for_messages, "has no channel beside the time");
  return roles;
}

}  // namespace elto
