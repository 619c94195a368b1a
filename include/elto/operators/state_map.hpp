// SPDX-License-Identifier: Apache-2.0
// A smooth function of states, learned from examples with composite features,
//   g(x) = W phi(x),   phi(x) = [1, x, x (x) x, psi(x)],   psi: features of an RBF kernel
// by ridge regression with a ridge of its own for each of the three kinds of features: where these
// are strong, or where no data are near, g is zero. An output may depend on a few of the inputs
// only (operators/input_selection.hpp); outputs with the same inputs are one part. The features are
// put together once:
//   g_i(x) = b_i + m_i . x + x^T H_i x + a_i . k(Z, x)
//   dg_i/dx = m_i + 2 H_i x + 2 gamma sum_z a_iz k(z, x) (z - x)
// A polynomial can be anything far away from where it was fitted: beyond the range of the examples,
// and a quarter of it more to each side, an input counts as if it were at the edge.
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/features/feature_map.hpp"

namespace elto {

/// Some outputs as a function of some inputs: o of n.
struct StateMapPart {
  std::vector<Index> inputs, outputs;
  Vector offset;           ///< b, o
  Matrix linear;           ///< o x n, rows are m_i
  Matrix quadratic;        ///< n x (o n), [H_1 ... H_o]
  Matrix radial;           ///< o x z, rows are a_i
  Matrix landmarks;        ///< Z, z x n
  Vector lowest, highest;  ///< n, the edges
  double gamma = 0.0;
};

/// Numbers to work with, so that nothing is allocated.
struct StateMapRoom {
  Vector x, value, products, kernel;
  Matrix jacobian, weighted;
};

struct StateMap {
  Index inputs = 0, outputs = 0;
  std::vector<StateMapPart> parts;  ///< outputs in no part are zero

  Vector operator()(const VectorView& x) const;
  /// g(x), and dg/dx into `jacobian`, outputs x inputs.
  void linearise(const VectorView& x, Eigen::Ref<Vector> value, Eigen::Ref<Matrix> jacobian,
                 StateMapRoom& room) const;
};

struct StateMapOptions {
  double scale = 0.3;          ///< gamma times the median squared distance of the inputs
  double linear_ridge = 1e-4;  ///< these three are multiplied by the number of examples
  double quadratic_ridge = 1e-3;
  double radial_ridge = 1e-3;
  RankOptions rank = {.max_rank = 64};  ///< of psi
};
/// All numbers must be positive.
void validate(const StateMapOptions& options);

struct [[nodiscard]] LearnedStateMap {
  StateMap map;
  Matrix residuals;  ///< y - g(x), a row per example
};

/// Outputs that depend on the same inputs, and what of learning them no option changes.
struct StateMapGroup {
  std::vector<Index> inputs, outputs;
  double squared_distance = 0.0;  ///< of the inputs of two examples, the median
};
/// Inputs row by row; `dependence[i]` lists the inputs of output i, none: it is zero, in no group.
std::vector<StateMapGroup> group_outputs(const MatrixView& inputs,
                                         const std::vector<std::vector<Index>>& dependence);

/// Inputs and outputs row by row. On request also the derivatives of what is learned by the three
/// ridges.
LearnedStateMap learn_state_map(const MatrixView& inputs, const MatrixView& outputs,
                                const std::vector<StateMapGroup>& groups,
                                const StateMapOptions& options,
                                std::vector<LearnedStateMap>* by_ridge = nullptr);

/// The same function of a vector of n numbers, of which the inputs so far are those at `places`.
void move_inputs(StateMap& map, const std::vector<Index>& places, Index n);

/// Every output may depend on every input.
std::vector<std::vector<Index>> on_all_inputs(Index inputs, Index outputs);

}  // namespace elto
