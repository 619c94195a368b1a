// SPDX-License-Identifier: Apache-2.0
#include "channel_names.hpp"

#include <algorithm>
#include <limits>
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

Series matched(const Series& series, const Model& model, const std::string& path) {
  if (series.channels.empty() || model.channels.empty()) {
    if (series.dimension() != model.dimension())
      throw IoError(path, concat("has ", series.dimension(), " channels, the model ",
                                 model.dimension(), "; choose them with --columns"));
    Series named = series;
    if (named.channels.empty()) named.channels = model.channels;
    return named;
  }
  Series chosen;
  chosen.time = series.time;
  chosen.channels = model.channels;
  chosen.values.resize(series.rows(), model.dimension());
  for (Index i = 0; i < model.dimension(); ++i) {
    const std::string& name = model.channels[static_cast<std::size_t>(i)];
    const auto found = std::find(series.channels.begin(), series.channels.end(), name);
    if (found == series.channels.end())
      throw IoError(path, concat("has no column '", name, "', which the model was learned from"));
    chosen.values.col(i) = series.values.col(found - series.channels.begin());
  }
  return chosen;
}

WholeRows whole_rows(Series series) {
  Index dropped = 0;
  for (Index t = 0; t < series.rows(); ++t) {
    auto row = series.values.row(t);
    if (!row.hasNaN() || row.array().isNaN().all()) continue;
    row.setConstant(std::numeric_limits<double>::quiet_NaN());
    ++dropped;
  }
  return {std::move(series), dropped};
}

}  // namespace elto::command
