// SPDX-License-Identifier: Apache-2.0
#include "channel_names.hpp"

#include <algorithm>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"
#include "elto/series/inputs.hpp"

namespace elto::command {

std::vector<std::string> channel_names(const std::vector<std::string>& given, Index dimension) {
  if (!given.empty()) return given;
  std::vector<std::string> names;
  for (Index i = 0; i < dimension; ++i) names.push_back(concat("y", i));
  return names;
}

namespace {

std::vector<std::string> inputs_of(const AnyModel& model) {
  const auto* engine = std::get_if<SignalModel>(&model);
  return engine ? engine->inputs : std::vector<std::string>{};
}

/// The inputs of a model are columns of the file like any other.
Series divided(Series series, const AnyModel& model, const std::string& path) {
  const std::vector<std::string> inputs = inputs_of(model);
  const Index count = dimension_of(model) + std::ssize(inputs);
  if (series.channels.empty()) {
    if (series.dimension() != count)
      throw IoError(path, concat("has ", series.dimension(), " columns, the model ",
                                 dimension_of(model), " channels and ", inputs.size(), " inputs"));
    series.channels = channel_names(channels_of(model), dimension_of(model));
    series.channels.insert(series.channels.end(), inputs.begin(), inputs.end());
  }
  for (const std::string& name : inputs)
    if (std::ranges::find(series.channels, name) == series.channels.end())
      throw IoError(path, concat("has no column '", name, "', an input of the model"));
  try {
    series = with_inputs(std::move(series), inputs);
    (void)known_inputs(series);  // throws for what nobody knows
    return series;
  } catch (const InvalidArgument& problem) {
    throw IoError(path, std::string_view(problem.what()));
  }
}

}  // namespace

ReadOptions with_columns_of(const AnyModel& model, ReadOptions options) {
  if (options.columns.empty()) return options;
  for (std::string& name : inputs_of(model))
    if (std::ranges::find(options.columns, name) == options.columns.end())
      options.columns.push_back(std::move(name));
  return options;
}

Series matched(const Series& given, const AnyModel& model, const std::string& path) {
  const bool driven = !inputs_of(model).empty() && given.inputs.empty();
  const Series series = driven ? divided(given, model, path) : given;
  const std::vector<std::string>& channels = channels_of(model);
  const Index dimension = dimension_of(model);
  if (series.channels.empty() || channels.empty()) {
    if (series.dimension() != dimension)
      throw IoError(path, concat("has ", series.dimension(), " channels, the model ", dimension,
                                 "; choose them with --columns"));
    Series named = series;
    if (named.channels.empty()) named.channels = channels;
    return named;
  }
  Series chosen;
  chosen.time = series.time;
  chosen.inputs = series.inputs;
  chosen.channels = channels;
  chosen.values.resize(series.rows(), dimension);
  for (Index i = 0; i < dimension; ++i) {
    const std::string& name = channels[static_cast<std::size_t>(i)];
    const auto found = std::find(series.channels.begin(), series.channels.end(), name);
    if (found == series.channels.end())
      throw IoError(path, concat("has no column '", name, "', which the model was learned from"));
    chosen.values.col(i) = series.values.col(found - series.channels.begin());
  }
  return chosen;
}

WholeRows usable_rows(Series series, const AnyModel& model) {
  if (!std::holds_alternative<Model>(model)) return {std::move(series), 0};
  return whole_rows(std::move(series));
}

std::string dropped_rows_sentence(Index dropped) {
  return concat(dropped, " rows with some entries missing were taken as missing");
}

std::string with_commas(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list.append(list.empty() ? "" : ", ").append(name);
  return list;
}

}  // namespace elto::command
