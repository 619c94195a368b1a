// SPDX-License-Identifier: Apache-2.0
// Past and future windows of length h over one or many sequences, stacked row under row. Window i
// starts at row s = start[i]: its past is rows s+h-1, ..., s (newest first), its future rows s+h,
// ..., s+2h-1. The state made from its past is paired with the observation at row s+h. Neither
// windows nor transitions straddle the join of two sequences.
#pragma once

#include <vector>

#include "elto/core/types.hpp"

namespace elto {

/// Pairs of windows that follow each other: to[i] is the successor of from[i].
struct Transitions {
  std::vector<Index> from, to;

  Index count() const { return static_cast<Index>(from.size()); }
};

struct DelayWindows {
  Index length = 0;          ///< h
  std::vector<Index> start;  ///< first row of each window's past
  Transitions transitions;

  Index count() const { return static_cast<Index>(start.size()); }
};

/// Windows over sequences of the given numbers of rows. Sequences shorter than 2h + 1 have no
/// transition and are left out; if none is left, InvalidArgument names the longest.
DelayWindows delay_windows(const std::vector<Index>& lengths, Index window);

/// N x h: row i is the past (newest first) or the future of window i in the scalar series z.
Matrix past_windows(const DelayWindows& windows, const VectorView& z);
Matrix future_windows(const DelayWindows& windows, const VectorView& z);

/// N x hD: the rows of each window's past, newest first, side by side.
Matrix past_rows(const DelayWindows& windows, const MatrixView& observations);

/// N x D: the observation paired with each window.
Matrix paired_rows(const DelayWindows& windows, const MatrixView& observations);

}  // namespace elto
