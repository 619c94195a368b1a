// SPDX-License-Identifier: Apache-2.0
#include "channel_names.hpp"

#include <algorithm>
#include <utility>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"

namespace elto::command {

std::vector<std::string> channel_names(const std::vector<std::string>& given, Index dimension) {
  if (!given.empty()) return given;
  std::vector<std::string> names;
  for (Index i = 0; i < dimension; ++i) names.push_back(concat("y", i));
  return names;
}

Series matched(const Series& series, const AnyModel& model, const std::string& path) {
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
