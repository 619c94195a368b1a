// SPDX-License-Identifier: Apache-2.0
// What is searched in rows near each other, such as outliers, is searched in stretches of a long
// series, each with some rows on either side that know what it is like.
#pragma once

#include <algorithm>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/model/linear_model.hpp"

namespace elto {

struct Stretch {
  Index begin, end;  ///< rows
  Index from, to;    ///< with those on either side

  Rows of(const Rows& all) const {
    return {.times = all.times.segment(from, to - from),
            .values = all.values.middleRows(from, to - from),
            .inputs =
                all.inputs.cols() > 0 ? Matrix(all.inputs.middleRows(from, to - from)) : Matrix()};
  }
  std::vector<Jump> of(const std::vector<Jump>& all) const {
    std::vector<Jump> here;
    for (Jump jump : all)
      if (jump.row >= from && jump.row < to) {
        jump.row -= from;
        here.push_back(jump);
      }
    return here;
  }
};

inline std::vector<Stretch> stretches_of(Index rows) {
  constexpr Index kLength = 3584, kMargin = 256;
  if (rows <= kLength + 2 * kMargin) return {{.begin = 0, .end = rows, .from = 0, .to = rows}};
  std::vector<Stretch> stretches;
  for (Index begin = 0; begin < rows; begin += kLength) {
    const Index end = std::min(begin + kLength, rows);
    stretches.push_back({.begin = begin,
                         .end = end,
                         .from = std::max<Index>(begin - kMargin, 0),
                         .to = std::min(end + kMargin, rows)});
  }
  return stretches;
}

}  // namespace elto
