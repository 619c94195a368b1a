// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

#include "elto/core/text.hpp"
#include "elto/filter/lag_smoother.hpp"
#include "elto/model/any_model.hpp"

#include "common_options.hpp"
#include "option_value.hpp"
#include "output_file.hpp"
#include "stream_job.hpp"
#include "verbs.hpp"

#include <unistd.h>

namespace elto::command {

template <>
struct EnumNames<RowFormat> {
  static constexpr std::array<std::pair<std::string_view, RowFormat>, 3> names = {
      {{"auto", RowFormat::automatic}, {"csv", RowFormat::csv}, {"ndjson", RowFormat::ndjson}}};
};
template <>
struct EnumNames<OnError> {
  static constexpr std::array<std::pair<std::string_view, OnError>, 2> names = {
      {{"skip", OnError::skip}, {"stop", OnError::stop}}};
};

namespace {

constexpr const char* kStreamGroup = "Stream";

struct StreamVerbArguments {
  std::string model;
  StreamArguments stream;
  bool force = false;
};

void run(const StreamVerbArguments& arguments) {
  if (arguments.stream.state_every < 1) throw UsageError("--state-every: must be at least 1");
  if (arguments.stream.lag < 0 || arguments.stream.lag > largest_lag)
    throw UsageError(concat("--lag: must be from 0 to ", largest_lag));
  const bool resumes =
      !arguments.stream.state.empty() && std::filesystem::exists(arguments.stream.state);
  if (!resumes) require_writable(arguments.stream.output, {.force = arguments.force});
  run_stream(load_any(arguments.model), arguments.stream, STDIN_FILENO);
}

}  // namespace

Verb stream_verb() {
  const auto arguments = std::make_shared<StreamVerbArguments>();
  StreamArguments& stream = arguments->stream;
  const Option output =
      output_option(stream.output, "Where the estimates go; '-': standard output", kStreamGroup);
  return {
      .name = "stream",
      .summary = "Estimate row by row while rows come in",
      .description =
          "Reads rows from standard input, CSV or one JSON object or list per line, and answers "
          "each with an estimate at once, in constant memory. A row that is missing in part or "
          "cannot be read is estimated from the others. Inputs of the model are columns like the "
          "channels; one that is missing is taken to be where it was last.\n"
          "With --lag N a row is answered N rows later, from these rows too, which is more "
          "accurate; the last N rows are answered at the end of the input.\n"
          "With --state the stream can be killed at any moment and started again with the same "
          "command: a file given as standard input is read on from where it was left, a pipe is "
          "expected to bring the rows that come next (--replay: all rows from the first one "
          "again). An output file (-o) then has each row once; on standard output the answer to "
          "the last row, or those to the last N + 1, may come a second time, with the same row "
          "number.",
      .positionals = {{"MODEL", "Model file, from elto fit",
                       [arguments](const std::string& value) { arguments->model = value; }}},
      .options =
          {output, option("format", "KIND", stream.format, "Format of the rows", kStreamGroup),
           option("lag", "N", stream.lag, "Answer each row N rows later, and from them too",
                  kStreamGroup),
           option("on-error", "ACTION", stream.on_error,
                  "What a bad row does: skip reports it and takes it as missing", kStreamGroup),
           option("state", "FILE", stream.state,
                  "Keep the state here, and go on from it if it exists", kStreamGroup),
           option("state-every", "N", stream.state_every,
                  "Rows between two states; more than 1 only for input that can be read again",
                  kStreamGroup),
           flag("replay", stream.replay,
                "The input begins with its first row again; skip what was answered", kStreamGroup),
           flag("force", arguments->force, "Replace an output file that exists", kCommonGroup)},
      .examples = {{"sensor | elto stream machine.elto > clean.csv", "while the sensor runs"},
                   {"sensor | elto stream machine.elto --lag 5 > clean.csv",
                    "five rows late, and more accurate"},
                   {"elto stream machine.elto --state s.state -o clean.csv < log.csv",
                    "may be killed and started again"}},
      .run = [arguments] { run(*arguments); }};
}

}  // namespace elto::command
