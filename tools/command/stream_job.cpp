// SPDX-License-Identifier: Apache-2.0
#include "stream_job.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdio>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"
#include "elto/filter/lag_smoother.hpp"
#include "elto/filter/signal_lag_smoother.hpp"
#include "elto/io/crc64.hpp"
#include "elto/io/csv.hpp"
#include "elto/io/iso8601.hpp"

#include "channel_names.hpp"
#include "csv_field.hpp"
#include "interrupt.hpp"
#include "io/csv_number.hpp"
#include "line_source.hpp"
#include "stream_output.hpp"
#include "stream_state.hpp"
#include "verb.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

namespace elto::command {
namespace {

std::string hash(std::string_view line) {
  return fmt::format("{:016x}", crc64(line));
}

std::string name_of(RowFormat format) {
  switch (format) {
    case RowFormat::csv:
      return "csv";
    case RowFormat::ndjson:
      return "ndjson";
    case RowFormat::automatic:
      break;
  }
  return "auto";
}

RowFormat format_named(std::string_view name) {
  for (const RowFormat format : {RowFormat::csv, RowFormat::ndjson})
    if (name == name_of(format)) return format;
  return RowFormat::automatic;
}

/// A CSV field or JSON text.
std::optional<double> number_or_timestamp(std::string_view text) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
    text = text.substr(1, text.size() - 2);
  double number = 0.0;
  if (read_csv_number(text, number) == std::errc{} && std::isfinite(number)) return number;
  return parse_iso8601(text);
}

template <class AnyKind>
std::vector<std::string> inputs_of(const AnyKind& model) {
  if constexpr (std::same_as<AnyKind, SignalModel>)
    return model.inputs;
  else
    return {};
}

/// Of a row, if any have names: the channels, and behind them the inputs.
template <class AnyKind>
std::vector<std::string> columns_of(const AnyKind& model) {
  const std::vector<std::string> inputs = inputs_of(model);
  if (inputs.empty()) return model.channels;
  std::vector<std::string> columns = channel_names(model.channels, model.dimension());
  columns.insert(columns.end(), inputs.begin(), inputs.end());
  return columns;
}

/// LagSmoother<Stepper>, LagSmoother<StateFilter> or SignalLagSmoother.
template <class Smoother>
class Stream {
 public:
  template <class AnyKind>
  Stream(const AnyKind& model, const StreamArguments& arguments, int input)
      : arguments_(arguments),
        input_(input),
        names_(channel_names(model.channels, model.dimension())),
        width_(model.dimension() + std::ssize(inputs_of(model))),
        smoother_(model, arguments.lag),
        resumed_(arguments.state.empty() ? std::nullopt : read_state(arguments.state, smoother_)),
        state_(resumed_.value_or(StreamState{})),
        parser_(columns_of(model), width_,
                resumed_ ? format_named(state_.format) : arguments.format),
        source_(input),
        output_(arguments.output, state_.output_bytes) {
    if (!resumed_) return;
    require_times_of_pending_rows();
    if (!state_.layout.empty()) parser_.take_layout(state_.layout);
    find_place();
    output_.write(state_.answer);  // nobody knows whether it had got there
  }

  StreamCounts run() {
    const InterruptListener listener;
    std::string_view line;
    while (!interrupted()) {  // input that never makes it wait does not return for a signal
      switch (source_.next(line)) {
        case LineSource::Result::line:
          take(line, false);
          break;
        case LineSource::Result::too_long:
          take(line, true);
          break;
        case LineSource::Result::interrupted:
          break;
        case LineSource::Result::end:
          finish();
          return {state_.rows, bad_};
      }
    }
    finish();
    throw Interrupted(fmt::format(
        "stopped after {} rows{}", state_.rows,
        arguments_.state.empty() ? "" : fmt::format("; {} goes on from here", arguments_.state)));
  }

 private:
  void require_times_of_pending_rows() const {
    const auto is_usable = [&](const std::string& time) {
      return time.empty() || state_.format != name_of(RowFormat::ndjson) ||
             nlohmann::json::accept(time);
    };
    if (std::ssize(state_.times) != smoother_.pending() || state_.times.size() > state_.rows ||
        !std::ranges::all_of(state_.times, is_usable))
      throw IoError(arguments_.state, "its times are not those of the rows it has yet to answer");
  }

  // A file is read on from where it was left; other input goes on by itself, unless it is sent
  // again from its beginning.
  void find_place() {
    struct stat status = {};
    const bool is_file = ::fstat(input_, &status) == 0 && S_ISREG(status.st_mode);
    if (!is_file && !arguments_.replay) {
      first_line_ = state_.input_lines;
      return;
    }
    std::string_view line;
    std::string last;
    while (source_.lines() < state_.input_lines) {
      if (source_.next(line) == LineSource::Result::end) break;
      if (source_.lines() == state_.input_lines) last = hash(line);
    }
    if (state_.input_lines > 0 && last != state_.last_line)
      throw IoError(arguments_.state,
                    "the input is not the one this state was made from; remove the state to start "
                    "anew");
  }

  void take(std::string_view line, bool is_long) {
    std::optional<StreamRow> row;
    try {
      if (is_long) throw BadRow("is longer than 1 MiB");
      row = parser_.parse(line);
    } catch (const BadRow& problem) {
      report(problem.what());
      if (parser_.is_ready()) row = StreamRow{missing()};
    }
    state_.input_lines = first_line_ + source_.lines();
    state_.last_line = hash(line);
    if (row) take(*row);
  }

  void take(StreamRow& row) {
    ++state_.rows;
    if constexpr (std::same_as<Smoother, LagSmoother<Stepper>>)  // takes whole rows only
      if (row.values.hasNaN()) row.values = missing();
    const Status status = update(row);
    if (!status.ok())
      throw NumericalError(
          fmt::format("row {}: the filter failed; fit again with other options", state_.rows));
    state_.times.push_back(row.time);
    state_.output_bytes = output_.bytes();
    state_.answer = smoother_.pending() > arguments_.lag ? answer_to_oldest() : "";
    if (++rows_since_state_ >= arguments_.state_every) keep_state();
    output_.write(state_.answer);
  }

  Status update(const StreamRow& row) {
    if constexpr (std::same_as<Smoother, SignalLagSmoother>)
      return smoother_.update(time_of(row), row.values.head(std::ssize(names_)),
                              row.values.tail(width_ - std::ssize(names_)));
    else
      return smoother_.update(row.values);
  }

  /// Rows without a time are one step after another.
  double time_of(const StreamRow& row) {
    const double last = smoother_.time();
    if (row.time.empty()) return std::isnan(last) ? 0.0 : last + 1.0;
    const std::optional<double> time = number_or_timestamp(row.time);
    if (!time || !(*time >= last || std::isnan(last))) {
      report(time ? concat("its time ", row.time, " is before that of the row before")
                  : concat("its time ", row.time, " is not understood"));
      return std::isnan(last) ? 0.0 : last;
    }
    return *time;
  }

  std::string answer_to_oldest() {
    const auto row = state_.rows - static_cast<std::uint64_t>(smoother_.pending()) + 1;
    const std::string answer = row == 1 ? header() : "";
    const std::string& time = state_.times.front();
    const std::string line =
        parser_.format() == RowFormat::ndjson ? as_json(row, time) : as_csv(row, time);
    smoother_.pop();
    state_.times.erase(state_.times.begin());
    return answer + line;
  }

  void keep_state() {
    rows_since_state_ = 0;
    if (arguments_.state.empty() || state_.input_lines == 0) return;
    state_.layout = parser_.layout();
    state_.format = name_of(parser_.format());
    write_state(state_, smoother_, arguments_.state);
  }

  // The last answer is known to have been written. Those to the rows that are still pending are no
  // part of the state: should more rows come, they are cut off and given anew.
  void finish() {
    state_.output_bytes = output_.bytes();
    state_.answer.clear();
    keep_state();
    while (smoother_.pending() > 0) output_.write(answer_to_oldest());
  }

  void report(std::string_view problem) {
    ++bad_;
    const std::string place =
        fmt::format("row {} (line {})", state_.rows + 1, first_line_ + source_.lines());
    if (arguments_.on_error == OnError::stop)
      throw IoError(place, concat(problem, "; --on-error skip would go on"));
    fmt::print(stderr, "elto: {}: {}; {}\n", place, problem,
               parser_.is_ready() ? "taken as missing" : "passed over");
  }

  RowVector missing() const {
    return RowVector::Constant(width_, std::numeric_limits<double>::quiet_NaN());
  }

  RowVector deviations() { return smoother_.variance().cwiseMax(0.0).cwiseSqrt(); }

  std::string header() const {
    if (parser_.format() == RowFormat::ndjson) return "";
    Series empty;
    empty.channels = {"row"};
    if (!parser_.time_name().empty()) empty.channels.push_back(parser_.time_name());
    for (const std::string& name : names_) {
      empty.channels.push_back(name);
      empty.channels.push_back(name + "_std");
    }
    empty.values.resize(0, std::ssize(empty.channels));
    return to_csv(empty);
  }

  std::string as_csv(std::uint64_t row, const std::string& time) {
    std::string line = text(row);
    if (!parser_.time_name().empty()) line += concat(",", csv_field(time));
    const RowVector mean = smoother_.mean(), deviation = deviations();
    for (Index i = 0; i < mean.size(); ++i) line += concat(",", mean[i], ",", deviation[i]);
    return line + "\n";
  }

  std::string as_json(std::uint64_t row, const std::string& time) {
    nlohmann::ordered_json object = {{"row", row}};
    if (!time.empty()) object["time"] = nlohmann::ordered_json::parse(time);
    const RowVector mean = smoother_.mean(), deviation = deviations();
    for (Index i = 0; i < mean.size(); ++i) {
      const std::string& name = names_[static_cast<std::size_t>(i)];
      object[name] = mean[i];
      object[name + "_std"] = deviation[i];
    }
    return object.dump() + "\n";
  }

  const StreamArguments& arguments_;
  int input_;
  std::vector<std::string> names_;
  Index width_;  // of a row: channels, and inputs behind them
  Smoother smoother_;
  std::optional<StreamState> resumed_;
  StreamState state_;
  RowParser parser_;
  LineSource source_;
  StreamOutput output_;
  std::uint64_t first_line_ = 0;  // lines of the input taken by earlier runs
  Index rows_since_state_ = 0;
  std::uint64_t bad_ = 0;
};

}  // namespace

StreamCounts run_stream(const AnyModel& model, const StreamArguments& arguments, int input) {
  if (const auto* signal_model = std::get_if<SignalModel>(&model))
    return Stream<SignalLagSmoother>(*signal_model, arguments, input).run();
  if (const auto* state_model = std::get_if<StateModel>(&model))
    return Stream<LagSmoother<StateFilter>>(*state_model, arguments, input).run();
  return Stream<LagSmoother<Stepper>>(std::get<Model>(model), arguments, input).run();
}

}  // namespace elto::command
