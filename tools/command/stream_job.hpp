// SPDX-License-Identifier: Apache-2.0
// The stream: a row in, an estimate out, at once or a few rows later, for as long as rows come.
#pragma once

#include <cstdint>
#include <string>

#include "elto/model/any_model.hpp"

#include "row_parser.hpp"

namespace elto::command {

enum class OnError {
  skip,  ///< a bad row is reported and taken as missing
  stop,  ///< it ends the stream
};

struct StreamArguments {
  std::string output = "-";
  std::string state = {};
  Index state_every = 1;
  RowFormat format = RowFormat::automatic;
  OnError on_error = OnError::skip;
  bool replay = false;
  Index lag = 0;  ///< rows that an answer waits for
};

struct StreamCounts {
  std::uint64_t rows = 0;  ///< taken, by earlier runs too
  std::uint64_t bad = 0;   ///< of this run
};

/// Reads from a file descriptor until its end. Throws IoError, NumericalError, and Interrupted
/// after Ctrl-C.
StreamCounts run_stream(const AnyModel& model, const StreamArguments& arguments, int input);

}  // namespace elto::command
