// SPDX-License-Identifier: Apache-2.0
// Fewer rows that draw the same picture. The rows are cut into buckets of equal length, and of each
// bucket those rows stay in which a column is smallest, largest, or missing for the first time: no
// peak is lost and no gap is bridged. Values are never changed, so what a chart shows was measured.
#pragma once

#include <vector>

#include "elto/core/types.hpp"

namespace elto::page {

/// Rows of a T x m table to keep, ascending, with the first and the last; all rows if T <= most.
/// There are never more than `most` (at least 3 m + 2).
std::vector<Index> decimate(const MatrixView& columns, Index most);

}  // namespace elto::page
