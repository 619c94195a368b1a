// SPDX-License-Identifier: Apache-2.0
// Which column of a table is the time and which are channels. A column is found to be the time if
// it holds timestamps, or if it is the first and has a name such as t, time, date or index.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace elto {

struct ReadOptions {
  std::vector<std::string> columns = {};  ///< channels to keep, in this order; empty: all
  std::string time = {};  ///< name of the time column; empty: found; "none": there is none
};

enum class ColumnKind { numbers, timestamps, words };

struct Column {
  std::string name = {};
  ColumnKind kind = ColumnKind::numbers;
  bool is_time = false;  ///< the file itself says so
};

struct ColumnRoles {
  std::optional<std::size_t> time = {};    ///< position of the time column
  std::vector<std::size_t> channels = {};  ///< positions, in the order asked for
};

/// A name that means time, in any case and with or without a unit: "t", "Date", "Time (s)".
bool names_time(std::string_view name);

/// Throws IoError for a name that is not there (listing those that are), that is there twice or
/// asked for twice, for two columns that could be the time, for timestamps among the channels, and
/// when no channel is left. Words among the channels are left to the reader, who knows the line.
ColumnRoles assign_roles(const std::vector<Column>& columns, const ReadOptions& options,
                         std::string_view name_for_messages);

}  // namespace elto
