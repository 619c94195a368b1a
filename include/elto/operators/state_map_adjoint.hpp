// SPDX-License-Identifier: Apache-2.0
// The chain rule through a map of states, from its end to its beginning. Let a number depend on
// g(x) and on dg/dx, with derivatives v_i and A_ij by them. By x and by the numbers of g,
//   g_i = b_i + m_i . x + x^T H_i x + a_i . k(Z, x),
// its derivatives are then
//   x     M^T v + 2 sum_i H_i (v_i x + A_i) + sum_z t_z (z - x) - 2 gamma sum_i A_i (a_i . k)
//   b_i   v_i              H_i    v_i x x^T + A_i x^T + x A_i^T
//   m_i   v_i x + A_i      a_iz   k_z (v_i + 2 gamma A_i . (z - x))
// with t_z = 2 gamma sum_i a_iz k_z (v_i + 2 gamma A_i . (z - x)). An input at the edge moves
// nothing.
#pragma once

#include "elto/operators/state_map.hpp"

namespace elto {

/// The same map with all numbers zero but the edges: a place for derivatives.
StateMap zero_like(const StateMap& map);

/// Numbers to work with, so that nothing is allocated.
struct StateMapAdjointRoom {
  Vector x, v, bent, kernel, squares, t, by_x, sums;
  Matrix A, weighted, U;
};

/// Adds to `by_x` and to `by_map` what v and A make of them.
void pull_back(const StateMap& map, const VectorView& x, const VectorView& v, const MatrixView& A,
               Eigen::Ref<Vector> by_x, StateMap& by_map, StateMapAdjointRoom& room);

}  // namespace elto
