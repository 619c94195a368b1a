// SPDX-License-Identifier: Apache-2.0
// A clean path s_t as a sequence of states and moves: the state of order p is the position with its
// first p - 1 backward differences (p delays in other coordinates), the move is the p-th
// difference,
//   x_t = [s_t, d s_t, ..., d^{p-1} s_t],   a_t = d^p s_{t+1}
// so that s_{t+1} = s_t + a_t for p = 1, and 2 s_t - s_{t-1} + a_t for p = 2.
#pragma once

#include <vector>

#include "elto/core/types.hpp"

namespace elto {

struct DifferenceStates {
  Index order = 1;   ///< p
  RowVector spread;  ///< p D; differences are divided by their root mean square, positions by 1
  Matrix states;     ///< N x p D, scaled so
  Matrix moves;      ///< N x D, not scaled
  std::vector<bool> follows;  ///< N: the state is the successor of the one in the row before

  Index dimension() const { return moves.cols(); }
};

/// [s, d s, ..., d^p s], T x (p + 1) D, NaN where a difference reaches back too far.
Matrix with_differences(const MatrixView& path, Index order);

/// From paths of T x D each. Where one is NaN, no state is made of it. Throws InvalidArgument if
/// nothing moves on: all paths too short.
DifferenceStates difference_states(const std::vector<Matrix>& paths, Index order);

}  // namespace elto
