// SPDX-License-Identifier: Apache-2.0
#include "stream_state.hpp"

#include "elto/core/error.hpp"

#include <nlohmann/json.hpp>

namespace elto::command {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(StreamState, rows, input_lines, last_line, layout, format,
                                   output_bytes, answer, times)

void write_state_file(const StreamState& state, ArrayFile snapshot,
                      const std::filesystem::path& path) {
  snapshot.meta = nlohmann::json(state).dump();
  write_array_file(snapshot, path);
}

StreamState state_in(const ArrayFile& file) {
  try {
    const auto meta = nlohmann::json::parse(file.meta);
    // The library would cast any number to a count, also one below zero or far too large.
    for (const char* count : {"rows", "input_lines", "output_bytes"})
      if (!meta.at(count).is_number_unsigned())
        throw IoError(file.name, concat("its count of ", std::string_view(count), " is ",
                                        meta.at(count).dump()));
    return meta.get<StreamState>();
  } catch (const nlohmann::json::exception&) {
    throw IoError(file.name, "is not the state of a stream");
  }
}

}  // namespace elto::command
