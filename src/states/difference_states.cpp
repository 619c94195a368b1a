// SPDX-License-Identifier: Apache-2.0
#include "elto/states/difference_states.hpp"

#include "elto/core/error.hpp"

#include "core/unknown.hpp"

namespace elto {
namespace {}  // namespace

Matrix with_differences(const MatrixView& path, Index order) {
  const Index T = path.rows(), D = path.cols();
  Matrix x = Matrix::Constant(T, (order + 1) * D, kUnknown);
  x.leftCols(D) = path;
  for (Index k = 1; k <= order; ++k)
    x.block(k, k * D, T - k, D) =
        x.block(k, (k - 1) * D, T - k, D) - x.block(k - 1, (k - 1) * D, T - k, D);
  return x;
}

DifferenceStates difference_states(const std::vector<Matrix>& paths, Index order) {
  require(order >= 1, "order", "at least 1", order);
  require(!paths.empty(), "paths", "at least 1", paths.size());
  const Index D = paths.front().cols();
  DifferenceStates result;
  result.order = order;
  std::vector<RowVector> states, moves;
  for (const Matrix& path : paths) {
    if (path.rows() <= order) continue;
    const Matrix x = with_differences(path, order);
    bool follows = false;
    for (Index t = 0; t + 1 < x.rows(); ++t) {
      const auto state = x.row(t).head(order * D);
      const auto move = x.row(t + 1).tail(D);
      const bool known = state.allFinite() && move.allFinite();
      if (known) {
        states.emplace_back(state);
        moves.emplace_back(move);
        result.follows.push_back(follows);
      }
      follows = known;
    }
  }
  const auto N = std::ssize(states);
  require(N > 0, "paths", concat("longer than ", order + 1, " rows"), "shorter ones");
  result.states.resize(N, order * D);
  result.moves.resize(N, D);
  for (Index i = 0; i < N; ++i) {
    result.states.row(i) = states[static_cast<std::size_t>(i)];
    result.moves.row(i) = moves[static_cast<std::size_t>(i)];
  }
  result.spread = RowVector::Ones(order * D);
  if (order > 1) {
    const auto differences = result.states.rightCols((order - 1) * D);
    result.spread.tail((order - 1) * D) =
        (differences.array().square().colwise().mean().sqrt()).max(1e-12);  // one that never moves
    result.states.array().rowwise() /= result.spread.array();
  }
  return result;
}

}  // namespace elto
