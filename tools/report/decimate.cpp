// SPDX-License-Identifier: Apache-2.0
#include "report/decimate.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "elto/core/error.hpp"

namespace elto::page {
namespace {

constexpr Index kNone = -1;

/// Appends the rows that stay of one column of one bucket.
void keep_extremes(const MatrixView& columns, Index column, Index begin, Index end,
                   std::vector<Index>& kept) {
  Index smallest = kNone, largest = kNone, missing = kNone;
  for (Index t = begin; t < end; ++t) {
    const double value = columns(t, column);
    if (std::isnan(value)) {
      if (missing == kNone) missing = t;
      continue;
    }
    if (smallest == kNone || value < columns(smallest, column)) smallest = t;
    if (largest == kNone || value > columns(largest, column)) largest = t;
  }
  for (const Index t : {smallest, largest, missing})
    if (t != kNone) kept.push_back(t);
}

std::vector<Index> extreme_rows(const MatrixView& columns, Index buckets) {
  const Index rows = columns.rows();
  std::vector<Index> kept{0};
  for (Index bucket = 0; bucket < buckets; ++bucket) {
    const Index begin = bucket * rows / buckets, end = (bucket + 1) * rows / buckets;
    for (Index column = 0; column < columns.cols(); ++column)
      keep_extremes(columns, column, begin, end, kept);
  }
  kept.push_back(rows - 1);
  std::sort(kept.begin(), kept.end());
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  return kept;
}

}  // namespace

std::vector<Index> decimate(const MatrixView& columns, Index most) {
  require(most >= 3 * columns.cols() + 2, "most", "at least 3 per column and 2", most);
  const Index rows = columns.rows();
  if (rows <= most) {
    std::vector<Index> all(static_cast<std::size_t>(rows));
    std::iota(all.begin(), all.end(), Index{0});
    return all;
  }
  // As many buckets as fit even if no two extremes share a row. They often do: then finer buckets
  // fit too. Every row is kept at the latest when buckets are single rows, which is too many.
  Index buckets = (most - 2) / (columns.cols() * (columns.hasNaN() ? 3 : 2));
  std::vector<Index> kept = extreme_rows(columns, buckets);
  while (true) {
    buckets *= 2;
    std::vector<Index> finer = extreme_rows(columns, buckets);
    if (static_cast<Index>(finer.size()) > most) return kept;
    kept = std::move(finer);
  }
}

}  // namespace elto::page
