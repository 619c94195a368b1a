// SPDX-License-Identifier: Apache-2.0
#include "elto/series/series.hpp"

#include <cmath>
#include <utility>

#include "elto/core/error.hpp"

namespace elto {
namespace {

void require_a_name_per_column(const Series& series) {
  require(
      series.channels.empty() || static_cast<Index>(series.channels.size()) == series.dimension(),
      "channels", concat(series.dimension(), " names, one per column"), series.channels.size());
}

}  // namespace

Series::Series(Matrix values_, std::vector<std::string> channels_)
    : values(std::move(values_)), channels(std::move(channels_)) {
  require_a_name_per_column(*this);
}

RowKind kind_of(const RowView& row) {
  Index missing = 0;
  for (Index j = 0; j < row.size(); ++j) {
    if (std::isinf(row[j])) return RowKind::unusable;
    missing += std::isnan(row[j]) ? 1 : 0;
  }
  if (missing == 0) return RowKind::observed;
  return missing == row.size() ? RowKind::missing : RowKind::unusable;
}

void validate(const Series& series, std::string_view argument) {
  const Matrix& y = series.values;
  require(y.rows() > 0 && y.cols() > 0, argument, "at least 1 x 1",
          concat(y.rows(), " x ", y.cols()));
  require_a_name_per_column(series);
  for (Index t = 0; t < y.rows(); ++t) {
    if (kind_of(y.row(t)) != RowKind::unusable) continue;
    Index j = 0;
    while (std::isfinite(y(t, j))) ++j;
    const std::string channel = series.channels.empty()
                                    ? concat("column ", j)
                                    : series.channels[static_cast<std::size_t>(j)];
    throw InvalidArgument(concat(argument, " row ", t, ", ", channel),
                          "finite, or missing together with the whole row", text(y(t, j)));
  }
}

std::vector<Matrix> observed_runs(const Series& series) {
  const Matrix& y = series.values;
  std::vector<Matrix> runs;
  Index begin = 0;
  for (Index t = 0; t <= y.rows(); ++t) {
    if (t < y.rows() && kind_of(y.row(t)) == RowKind::observed) continue;
    if (t > begin) runs.emplace_back(y.middleRows(begin, t - begin));
    begin = t + 1;
  }
  return runs;
}

std::vector<Matrix> observed_runs(const std::vector<Series>& sequences) {
  require(!sequences.empty(), "sequences", "at least 1", sequences.size());
  std::vector<Matrix> runs;
  for (const Series& series : sequences) {
    validate(series);
    require(series.dimension() == sequences.front().dimension(), "series columns",
            concat(sequences.front().dimension(), " as in the first sequence"), series.dimension());
    for (Matrix& run : observed_runs(series)) runs.push_back(std::move(run));
  }
  require(!runs.empty(), "series", "observed in at least one row", "missing everywhere");
  return runs;
}

Matrix stacked(const std::vector<Matrix>& sequences) {
  Index rows = 0;
  for (const Matrix& y : sequences) rows += y.rows();
  Matrix all(rows, sequences.front().cols());
  rows = 0;
  for (const Matrix& y : sequences) {
    all.middleRows(rows, y.rows()) = y;
    rows += y.rows();
  }
  return all;
}

std::vector<Index> row_counts(const std::vector<Matrix>& sequences) {
  std::vector<Index> counts;
  counts.reserve(sequences.size());
  for (const Matrix& y : sequences) counts.push_back(y.rows());
  return counts;
}

}  // namespace elto
