// SPDX-License-Identifier: Apache-2.0
// The paper's filter to the letter (Algorithm 3), on weights of the samples with N x N matrices:
//   predict   m <- T m                             S <- T S T^T + Q
//   gain      G = S O^T (G_y O S O^T + R)^-1
//   update    m <- m + G (o(y) - G_y O m)          S <- (I - G G_y O) S
//   estimate  eta = Y^T O m                        Sigma = Y^T O S O^T Y
// and every w updates, with e = o(y) - G_y O m after and d = o(y) - G_y O m before an update,
//   R_hat = 1/w sum e e^T + G_y O S O^T            Q_hat = 1/w sum (G d)(G d)^T
// A row costs O(N^3). The feature-space filter is tested and timed against this one, so it shares
// nothing with it but the kernel functions and the plain data of a model.
#pragma once

#include <vector>

#include "elto/core/status.hpp"
#include "elto/core/types.hpp"
#include "elto/model/model.hpp"

namespace elto {

struct DenseOperators {
  Matrix T;    ///< N2 x N2
  Matrix O;    ///< N x N2
  Matrix G_y;  ///< N x N
  Matrix Y;    ///< N x D
  Kernel observation_kernel;
};
DenseOperators dense_operators(const StateData& data, const OperatorOptions& options);

/// Scalar-block matrix written out from its definition, entry by entry; n x n.
Matrix dense_scalar_block(Index n, const Matrix& theta);

/// SP of the paper: means of the block diagonals, then eigenvalues clamped; k x k.
Matrix dense_projection(const Matrix& A, Index k, double threshold);

/// Weights over the successor states.
struct DenseBelief {
  Vector m;  ///< N2
  Matrix S;  ///< N2 x N2
};
/// What the model's initial belief is in this form.
DenseBelief dense_initial_belief(const Model& model);

/// What the estimates are blended into; the second is the ablation of the paper's appendix.
enum class NoiseForm {
  scalar_block,  ///< M <- alpha M + (1 - alpha) chol(SP(R_hat)); L likewise, with beta and Q_hat
  dense,         ///< R <- alpha R + (1 - alpha) R_hat; Q likewise, with beta and Q_hat
};

struct DenseFilterOptions {
  AdaptationOptions adaptation = {};
  NoiseForm form = NoiseForm::scalar_block;
};
void validate(const DenseFilterOptions& options);

/// In the units of Y. Rows after a numerical failure are NaN; status says which.
struct [[nodiscard]] DenseEstimate {
  Matrix mean;                     ///< T x D, given the rows up to and including the same
  std::vector<Matrix> covariance;  ///< T of D x D, of the signal; not symmetrised
  Matrix predicted;                ///< T x D, mean given the rows before
  NoiseModel noise;                ///< at the end; of NoiseForm::dense as given
  Matrix Q, R;                     ///< at the end; N2 x N2 and N x N
  Status status;
};

/// From the belief before the first update. A row of NaN is missing: the prediction stands.
DenseEstimate dense_filter(const DenseOperators& op, DenseBelief belief, const NoiseModel& noise,
                           const MatrixView& rows, const DenseFilterOptions& options = {});

}  // namespace elto
