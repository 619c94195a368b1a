// SPDX-License-Identifier: Apache-2.0
// Everything a stream needs to go on after it was killed, in one file. It is written before the
// answer to a row is, and holds that answer: whatever happens in between, the answer can be
// completed, and no row is answered twice or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "elto/io/array_file.hpp"

namespace elto::command {

struct StreamState {
  std::uint64_t rows = 0;          ///< taken; all but those pending are answered
  std::uint64_t input_lines = 0;   ///< taken from the input, header and comments included
  std::string last_line = {};      ///< hash of the last of them; an input that goes on has it there
  std::string layout = {};         ///< RowParser::layout()
  std::string format = {};         ///< of the rows: auto, csv or ndjson
  std::uint64_t output_bytes = 0;  ///< written before the answer
  std::string answer = {};         ///< the last one
  std::vector<std::string> times = {};  ///< of the rows pending
};

/// With the snapshot of a filter.
void write_state_file(const StreamState& state, ArrayFile snapshot,
                      const std::filesystem::path& path);
/// Throws IoError for a file that is none.
StreamState state_in(const ArrayFile& file);

/// Of a filter or a LagSmoother.
template <class RowFilter>
void write_state(const StreamState& state, const RowFilter& filter,
                 const std::filesystem::path& path) {
  write_state_file(state, filter.snapshot(), path);
}

/// Brings the filter to where it was; nothing if there is no such file. Throws IoError for a
/// damaged file and for the state of another model.
template <class RowFilter>
std::optional<StreamState> read_state(const std::filesystem::path& path, RowFilter& filter) {
  if (!std::filesystem::exists(path)) return {};
  const ArrayFile file = read_array_file(path);
  filter.restore(file);
  return state_in(file);
}

}  // namespace elto::command
