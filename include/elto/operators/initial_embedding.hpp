// SPDX-License-Identifier: Apache-2.0
// The belief before the first observation: mean weights and a factor W0 of their covariance, so
// that S_0 = W0 W0^T + Q over the successor states, and in feature space mu_0 and P_0 = V0 V0^T +
// F2^T Q F2 with V0 = F2^T W0.
#pragma once

#include "elto/core/types.hpp"
#include "elto/operators/transfer_operators.hpp"

namespace elto {

struct InitialEmbedding {
  Vector mean;     ///< mu_0, r
  Matrix factor;   ///< V0, r x s
  Matrix weights;  ///< W0, N2 x s
  Matrix points;   ///< the points u_i of a basis embedding, s x d; empty for the stationary one
};

/// Mean and covariance of the training features: the state may be anywhere it has been.
InitialEmbedding stationary_embedding(const TransferOperators& operators);

/// Algorithm 4 of the paper: one transition away from each of the given points u_i (s x d), usually
/// uniform in the unit cube. W0 = (G[from,from] + N2 eps_t I)^-1 k_x(X[from], u).
InitialEmbedding basis_embedding(const TransferOperators& operators, const StateData& data,
                                 const OperatorOptions& options, const MatrixView& points);

}  // namespace elto
