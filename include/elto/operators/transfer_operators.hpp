// SPDX-License-Identifier: Apache-2.0
// The embedded latent transfer operator and the observable operator (paper, eq. 4 and appendix A),
// learned by kernel ridge regression and kept in the feature space of the states. With F F^T = G,
// F1 = F[from], F2 = F[to] and sample counts N2, N:
//   T = (G[from,from] + N2 eps_t I)^-1 G[from,to] = A F2^T,   A = F1 (F1^T F1 + N2 eps_t I)^-1
//   O = (G + N eps_o I)^-1 G[:,to]                = B F2^T,   B = F  (F^T F  + N  eps_o I)^-1
// Both end in F2^T, so a belief needs its r features only (docs/algorithms.md).
#pragma once

#include "elto/core/types.hpp"
#include "elto/features/feature_map.hpp"
#include "elto/features/kernel.hpp"
#include "elto/states/delay_windows.hpp"

namespace elto {

/// What operators are learned from.
struct StateData {
  Matrix states;        ///< X, N x d
  Matrix observations;  ///< Y, N x D: the observation paired with each state
  Transitions transitions;
};

struct OperatorOptions {
  Kernel state_kernel = Rbf{};        ///< k_x
  Kernel observation_kernel = Rbf{};  ///< k_y
  double transition_ridge = 6.7e-3;   ///< eps_t, positive; multiplied by the sample count
  double observation_ridge = 2.5e-3;  ///< eps_o, likewise
  RankOptions rank = {};
};
void validate(const OperatorOptions& options);

struct TransferOperators {
  Kernel observation_kernel;  ///< resolved
  Vector spectrum;            ///< F^T F = diag(spectrum), r
  Matrix F;                   ///< features of all states, N x r
  Matrix F2;                  ///< F[to], N2 x r
  Matrix A;                   ///< N2 x r
  Matrix B;                   ///< N x r
  Matrix GB;                  ///< G_y B, N x r
  Matrix Phi;                 ///< F2^T A, r x r: the transfer operator on features
  Matrix C;                   ///< Y^T B, D x r: pre-image of features in the observation space

  Index rank() const { return Phi.rows(); }
  Index samples() const { return B.rows(); }
  Index transitions() const { return A.rows(); }
};

TransferOperators learn_operators(const StateData& data, const OperatorOptions& options);

}  // namespace elto
