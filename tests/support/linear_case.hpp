// SPDX-License-Identifier: Apache-2.0
// A case in which the paper's model is a linear Gaussian system: linear kernels, states known.
#pragma once

#include "elto/baselines/linear_gaussian.hpp"
#include "elto/model/learn.hpp"

namespace elto::testing {

/// The features are the states up to a rotation: x' = F x + N(0, Q), y = H x + N(0, R) with
/// Q = q X2^T X2, X2 being the successor states, and R = r I.
struct LinearCase {
  Model model;
  LinearGaussianModel system;
};

inline LinearCase linear_case() {
  const Index N = 80;
  Matrix A(3, 3), H(2, 3);
  A << 0.9, -0.4, 0.0, 0.4, 0.9, 0.1, 0.0, 0.0, 0.95;
  H << 1.0, 0.0, 0.5, 0.0, 1.0, 0.0;
  StateData data;
  data.states.resize(N, 3);
  data.states.row(0) << 1.0, -0.5, 2.0;
  for (Index i = 1; i < N; ++i) {
    data.states.row(i) = data.states.row(i - 1) * A.transpose();
    data.transitions.from.push_back(i - 1);
    data.transitions.to.push_back(i);
  }
  data.observations = data.states * H.transpose();
  ModelOptions options;
  options.operators = {.state_kernel = Linear{},
                       .observation_kernel = Linear{},
                       .transition_ridge = 1e-15,
                       .observation_ridge = 1e-15,
                       .rank = RankOptions::exact()};
  options.noise = {.structure = NoiseStructure::scalar, .process = 0.01, .measurement = 1e-3};
  const Matrix X2 = data.states.bottomRows(N - 1);
  const Matrix Q = 0.01 * X2.transpose() * X2, R = 0.08 * Matrix::Identity(2, 2);
  const Matrix centred = X2.rowwise() - X2.colwise().mean();
  return {learn_from_states(data, options),
          {A, H, Q, R, X2.colwise().mean().transpose(),
           centred.transpose() * centred / static_cast<double>(N - 1) + Q}};
}

}  // namespace elto::testing
