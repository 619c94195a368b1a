// SPDX-License-Identifier: Apache-2.0
#include "elto/series/inputs.hpp"

#include <algorithm>
#include <cmath>

#include "elto/core/error.hpp"
#include "elto/core/text.hpp"
#include "elto/series/times.hpp"

namespace elto {
namespace {

std::string listed(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list.append(list.empty() ? "" : ", ").append(name);
  return list;
}

void check(const Inputs& inputs, Index rows) {
  require(inputs.values.rows() == rows || inputs.empty(), "inputs", concat("of ", rows, " rows"),
          inputs.values.rows());
  require(std::ssize(inputs.names) == inputs.count(), "inputs", "named, each of them",
          inputs.names.size());
  for (Index i = 0; i < inputs.count(); ++i) {
    const std::string& name = inputs.names[static_cast<std::size_t>(i)];
    for (Index t = 0; t < rows; ++t)
      require(!std::isinf(inputs.values(t, i)), concat("input ", name), "finite or missing",
              concat("an infinity in row ", t));
    require(!inputs.values.col(i).array().isNaN().all(), concat("input ", name),
            "an input with values", "none at all");
  }
}

}  // namespace

Series with_inputs(Series series, const std::vector<std::string>& names) {
  const std::vector<std::string>& columns = series.channels;
  std::vector<Index> given;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(columns, name);
    require(
        found != columns.end(), "inputs",
        concat("one of the columns ", columns.empty() ? "(they have no names)" : listed(columns)),
        name);
    const Index column = found - columns.begin();
    require(std::ranges::find(given, column) == given.end(), "inputs", "named once", name);
    given.push_back(column);
  }
  require(std::ssize(given) < series.dimension() || given.empty(), "inputs",
          "fewer than the columns, because what is left is estimated", listed(names));
  if (given.empty()) return series;
  std::vector<Index> left;
  std::vector<std::string> channels;
  for (Index j = 0; j < series.dimension(); ++j)
    if (std::ranges::find(given, j) == given.end()) {
      left.push_back(j);
      channels.push_back(columns[static_cast<std::size_t>(j)]);
    }
  Inputs inputs{series.values(Eigen::all, given), names};
  series.values = Matrix(series.values(Eigen::all, left));
  series.channels = std::move(channels);
  series.inputs = std::move(inputs);
  return series;
}

Matrix inputs_at(const Series& series, const VectorView& times) {
  check(series.inputs, series.rows());
  const Vector known = times_of(series);
  Matrix values(times.size(), series.inputs.count());
  for (Index i = 0; i < series.inputs.count(); ++i) {
    const auto column = series.inputs.values.col(i);
    // The last entry up to a time, and the next one.
    Index before = -1, after = 0;
    const auto pass_missing = [&] {
      while (after < column.size() && std::isnan(column[after])) ++after;
    };
    pass_missing();
    for (Index t = 0; t < times.size(); ++t) {
      while (after < column.size() && known[after] <= times[t]) {
        before = after++;
        pass_missing();
      }
      if (before < 0)
        values(t, i) = column[after];
      else if (after == column.size() || known[before] == times[t])
        values(t, i) = column[before];
      else
        values(t, i) =
            column[before] + (column[after] - column[before]) *
                                 ((times[t] - known[before]) / (known[after] - known[before]));
    }
  }
  return values;
}

Matrix known_inputs(const Series& series) {
  if (series.inputs.empty()) return Matrix(series.rows(), 0);
  const Matrix filled = inputs_at(series, times_of(series));
  // Rows may share a time.
  return series.inputs.values.array().isNaN().select(filled, series.inputs.values);
}

std::vector<Index> missing_inputs(const Series& series) {
  std::vector<Index> missing;
  for (Index i = 0; i < series.inputs.count(); ++i)
    missing.push_back(series.inputs.values.col(i).array().isNaN().count());
  return missing;
}

Series up_to_last_entry(const Series& series) {
  Index rows = series.rows();
  while (rows > 0 && series.values.row(rows - 1).array().isNaN().all()) --rows;
  if (rows == series.rows()) return series;
  Series known(Matrix(series.values.topRows(rows)), series.channels);
  known.time = {
      series.time.name, series.time.empty() ? Vector() : Vector(series.time.values.head(rows)), {}};
  if (!series.time.labels.empty())
    known.time.labels.assign(series.time.labels.begin(), series.time.labels.begin() + rows);
  if (!series.inputs.empty())
    known.inputs = {series.inputs.values.topRows(rows), series.inputs.names};
  return known;
}

}  // namespace elto
