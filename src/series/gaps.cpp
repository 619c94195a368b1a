// SPDX-License-Identifier: Apache-2.0
#include "elto/series/gaps.hpp"

#include <utility>

#include "elto/core/error.hpp"

#include "core/unknown.hpp"

namespace elto {
namespace {}  // namespace

WholeRows whole_rows(Series series) {
  Index dropped = 0;
  for (Index t = 0; t < series.rows(); ++t) {
    auto row = series.values.row(t);
    if (!row.hasNaN() || row.array().isNaN().all()) continue;
    row.setConstant(kUnknown);
    ++dropped;
  }
  return {std::move(series), dropped};
}

Matrix with_gaps(const std::vector<Series>& sequences) {
  require(!sequences.empty(), "sequences", "at least 1", sequences.size());
  Index rows = -1;
  for (const Series& series : sequences) rows += series.rows() + 1;
  Matrix all = Matrix::Constant(rows, sequences.front().dimension(), kUnknown);
  Index at = 0;
  for (const Series& series : sequences) {
    all.middleRows(at, series.rows()) = series.values;
    at += series.rows() + 1;
  }
  return all;
}

}  // namespace elto
