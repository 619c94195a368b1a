// SPDX-License-Identifier: Apache-2.0
// Rows that are missing altogether: for models that cannot take rows missing in part, and between
// sequences that do not follow each other.
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// A series without rows that are missing in part, and how many were given up for that.
struct WholeRows {
  Series series;
  Index dropped = 0;
};
/// Every row that is missing in part is missing altogether, which is what the paper's model wants.
WholeRows whole_rows(Series series);

/// The rows of all sequences, a missing row between two of them.
Matrix with_gaps(const std::vector<Series>& sequences);

}  // namespace elto
