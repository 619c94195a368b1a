// SPDX-License-Identifier: Apache-2.0
#include "input_data.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"
#include "elto/io/csv.hpp"
#include "elto/series/inputs.hpp"
#include "elto/series/snap.hpp"
#include "elto/series/times.hpp"
#include "elto/systems/builtin.hpp"

#include "channel_names.hpp"
#include "files/data_file.hpp"
#include "timestamps.hpp"

namespace elto::command {
namespace {

constexpr std::string_view kBuiltin = "builtin:";

Series read_rows(const std::string& path, const ReadOptions& options, const CommonOptions& common) {
  const std::optional<std::string> name = builtin_name(path);
  if (!name) return read_data(path, options);
  Series made = builtin(*name, {.seed = common.seed}).observed;
  if (options.columns.empty() && options.time.empty()) return made;
  return parse_csv(to_csv(made), path, options);  // columns are chosen as in a file
}

void require_order(const Series& series, const std::string& path) {
  try {
    times_of(series);
  } catch (const InvalidArgument& problem) {
    throw IoError(path, concat(std::string_view(problem.what()),
                               "; --sort puts rows in the order of their times, --time none takes "
                               "them as they come"));
  }
}

/// What no verb could make anything of.
void require_values(const Series& series, const std::string& path) {
  if (series.rows() == 0) throw IoError(path, "has no rows");
  for (Index j = 0; j < series.dimension(); ++j)
    for (Index t = 0; t < series.rows(); ++t)
      if (std::isinf(series.values(t, j)))
        throw IoError(
            path,
            concat("row ", t, ", ",
                   channel_names(series.channels, series.dimension())[static_cast<std::size_t>(j)],
                   ": is infinite; leave the field empty where a value is missing"));
}

/// Inputs are columns too, until they are taken from the channels.
ReadOptions table_of(const InputOptions& options) {
  ReadOptions table = options.table;
  for (const std::string& name : options.inputs)
    if (std::ranges::find(table.columns, name) != table.columns.end())
      throw UsageError(concat("--inputs: '", name,
                              "' is one of --columns; a column is estimated or known, not both"));
  if (!table.columns.empty())
    table.columns.insert(table.columns.end(), options.inputs.begin(), options.inputs.end());
  return table;
}

Series divided(Series series, const std::vector<std::string>& inputs, const std::string& path) {
  try {
    series = with_inputs(std::move(series), inputs);
    (void)known_inputs(series);  // throws for what nobody knows
    return series;
  } catch (const InvalidArgument& problem) {
    throw IoError(path, std::string_view(problem.what()));
  }
}

Series on_grid(const Series& series, double step, const std::string& path) {
  try {
    Series snapped = snap_to_grid(series, step);
    if (!series.time.labels.empty())
      snapped.time.labels = timestamps_like(series.time.labels.front(), snapped.time.values);
    return snapped;
  } catch (const InvalidArgument& problem) {
    throw IoError(path, concat("--", std::string_view(problem.what())));
  }
}

}  // namespace

Series read_input(const std::string& path, const InputOptions& options,
                  const CommonOptions& common) {
  if (options.step < 0.0) throw UsageError("--step: must be positive");
  Series series = read_rows(path, table_of(options), common);
  require_values(series, path);
  if (options.sort) series = sorted_by_time(series);
  require_order(series, path);
  if (options.step > 0.0) series = on_grid(series, options.step, path);
  return options.inputs.empty() ? series : divided(std::move(series), options.inputs, path);
}

std::optional<std::string> builtin_name(const std::string& path) {
  if (!path.starts_with(kBuiltin)) return {};
  return path.substr(kBuiltin.size());
}

std::string input_description() {
  return concat(
      "Data file (.csv .tsv .txt .npy .npz .mat .h5 .hdf5), '-' for standard input, or built-in "
      "data, ",
      kBuiltin, "NAME; elto simulate --help has the names, ", kBuiltin, "lynx-hare is one");
}

std::string size_words(const Series& series) {
  return concat(series.rows(), series.rows() == 1 ? " row, " : " rows, ", series.dimension(),
                series.dimension() == 1 ? " channel" : " channels");
}

std::string input_title(const std::string& path) {
  if (path == "-") return "standard input";
  if (const std::optional<std::string> name = builtin_name(path)) return *name;
  return std::filesystem::path(path).stem().string();
}

}  // namespace elto::command
