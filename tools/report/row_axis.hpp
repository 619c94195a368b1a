// SPDX-License-Identifier: Apache-2.0
// Where the rows of a series stand on the horizontal axis of its charts.
#pragma once

#include "elto/core/types.hpp"
#include "elto/series/series.hpp"

namespace elto::page {

enum class RowAxisKind {
  row,     ///< row numbers from 0
  number,  ///< the series' own times
  date,    ///< milliseconds since 1970, shown as dates in UTC
};

struct RowAxis {
  RowAxisKind kind = RowAxisKind::row;
  Vector positions = {};  ///< T, ascending
  bool time_ignored =
      false;  ///< there were times, but not ascending ones: no axis can be made of them
};

RowAxis row_axis(const Series& series);

}  // namespace elto::page
