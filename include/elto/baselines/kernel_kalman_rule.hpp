// SPDX-License-Identifier: Apache-2.0
// The kernel Kalman rule (Gebhardt, Kupcsik and Neumann 2019), KKR and SubKKR of the paper's
// tables. Nothing is latent: a state is the window of the last h rows, its observation the newest
// of them. Beliefs are weights over the successor states, and a row is filtered by
//   predict   m <- T m                             S <- T S T^T + V
//   gain      G = S O^T (G_y O S O^T + kappa I)^-1
//   update    m <- m + G (o(y) - G_y O m)          S <- (I - G G_y O) S
// The process noise V is the covariance of the residuals of T on the training transitions,
//   V = 1/N2 (E - I)(E - I)^T,   E = (G[from,from] + N2 eps_t I)^-1 G[from,from]
// and the measurement noise is a regularisation kappa. On features (docs/algorithms.md, section 2)
//   Qf = F2^T V F2 = 1/N2 (F1 Phi^T - F2)^T (F1 Phi^T - F2),   J = B^T G_y B / kappa
// At full rank this is KKR. SubKKR keeps to the span of a few samples: a low rank.
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/filter/filter.hpp"
#include "elto/operators/transfer_operators.hpp"
#include "elto/series/series.hpp"
#include "elto/series/standardisation.hpp"

namespace elto {

/// Ridges and kappa are near those that the authors' own search begins with.
struct KernelKalmanRuleOptions {
  Index window = 5;  ///< h, rows in a state; at least 1
  /// rank: RankOptions::exact() for KKR, few features for SubKKR
  OperatorOptions operators = {.transition_ridge = 1e-7, .observation_ridge = 1e-7};
  double regularisation = 1e-7;  ///< kappa over the sample count; positive
};
void validate(const KernelKalmanRuleOptions& options);

struct KernelKalmanRule {
  Standardisation scaling;
  Matrix observations;  ///< Y, N x D, standardised
  TransferOperators operators;
  Matrix BGB;                   ///< B^T G_y B, r x r
  Matrix Qf;                    ///< r x r
  Vector mean;                  ///< r, of the first row's belief: anywhere in the training data
  Matrix covariance;            ///< r x r, likewise
  double regularisation = 0.0;  ///< may be changed: nothing above depends on it
};

/// Windows never straddle the join of two sequences, nor a gap.
KernelKalmanRule learn_kernel_kalman_rule(const std::vector<Series>& sequences,
                                          const KernelKalmanRuleOptions& options = {});

/// In the units of the data, without covariances between channels. A row of NaN is missing.
Estimate filter(const KernelKalmanRule& rule, const Series& series);

}  // namespace elto
