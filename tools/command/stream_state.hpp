// SPDX-License-Identifier: Apache-2.0
// Everything a stream needs to go on after it was killed, in one file. It is written before the
// answer to a row is, and holds that answer: whatever happens in between, the answer can be
// completed, and no row is answered twice or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "elto/filter/stepper.hpp"

namespace elto::command {

struct StreamState {
  std::uint64_t rows = 0;          ///< answered
  std::uint64_t input_lines = 0;   ///< taken from the input, header and comments included
  std::string last_line = {};      ///< hash of the last of them; an input that goes on has it there
  std::string layout = {};         ///< RowParser::layout()
  std::string format = {};         ///< of the rows: auto, csv or ndjson
  std::uint64_t output_bytes = 0;  ///< written before the answer
  std::string answer = {};         ///< to the last row
};

void write_state(const StreamState& state, const Stepper& stepper,
                 const std::filesystem::path& path);

/// Brings the stepper to where it was; nothing if there is no such file. Throws IoError for a
/// damaged file and for the state of another model.
std::optional<StreamState> read_state(const std::filesystem::path& path, Stepper& stepper);

}  // namespace elto::command
