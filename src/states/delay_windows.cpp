// SPDX-License-Identifier: Apache-2.0
#include "elto/states/delay_windows.hpp"

#include <algorithm>

#include "elto/core/error.hpp"

namespace elto {

DelayWindows delay_windows(const std::vector<Index>& lengths, Index window) {
  require(window >= 1, "window", "at least 1", window);
  DelayWindows windows;
  windows.length = window;
  Index first_row = 0, longest = 0;
  for (const Index rows : lengths) {
    longest = std::max(longest, rows);
    if (rows >= 2 * window + 1)
      for (Index s = 0; s + 2 * window <= rows; ++s) {
        if (s > 0) {
          windows.transitions.from.push_back(windows.count() - 1);
          windows.transitions.to.push_back(windows.count());
        }
        windows.start.push_back(first_row + s);
      }
    first_row += rows;
  }
  require(windows.count() > 0, "series length without gaps",
          concat("at least 2 * window + 1 = ", 2 * window + 1), longest);
  return windows;
}

Matrix past_windows(const DelayWindows& windows, const VectorView& z) {
  Matrix P(windows.count(), windows.length);
  for (Index i = 0; i < windows.count(); ++i)
    P.row(i) = z.segment(windows.start[static_cast<std::size_t>(i)], windows.length).reverse();
  return P;
}

Matrix future_windows(const DelayWindows& windows, const VectorView& z) {
  Matrix F(windows.count(), windows.length);
  for (Index i = 0; i < windows.count(); ++i)
    F.row(i) =
        z.segment(windows.start[static_cast<std::size_t>(i)] + windows.length, windows.length);
  return F;
}

Matrix past_rows(const DelayWindows& windows, const MatrixView& observations) {
  const Index D = observations.cols();
  Matrix P(windows.count(), windows.length * D);
  for (Index i = 0; i < windows.count(); ++i) {
    const Index newest = windows.start[static_cast<std::size_t>(i)] + windows.length - 1;
    for (Index age = 0; age < windows.length; ++age)
      P.row(i).segment(age * D, D) = observations.row(newest - age);
  }
  return P;
}

Matrix paired_rows(const DelayWindows& windows, const MatrixView& observations) {
  Matrix Y(windows.count(), observations.cols());
  for (Index i = 0; i < windows.count(); ++i)
    Y.row(i) = observations.row(windows.start[static_cast<std::size_t>(i)] + windows.length);
  return Y;
}

}  // namespace elto
