// SPDX-License-Identifier: Apache-2.0
// The paper's filter exactly as printed, with N x N matrices: the oracle for the feature-space
// filter and the contender in its benchmark. Shares nothing with the library but the kernel
// functions.
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/model/model.hpp"

namespace elto::testing {

struct DenseOperators {
  Matrix T, O, G_y, Y;
  Kernel observation_kernel;
};
DenseOperators dense_operators(const StateData& data, const OperatorOptions& options);

/// Scalar-block matrix written out from its definition, entry by entry.
Matrix dense_scalar_block(Index n, const Matrix& theta);

/// SP of the paper: means of the block diagonals, then eigenvalues clamped; k x k.
Matrix dense_projection(const Matrix& A, Index k, double threshold);

/// Weights over the successor states.
struct DenseBelief {
  Vector m;
  Matrix S;
};

/// What the model's initial belief is in this form.
DenseBelief dense_initial_belief(const Model& model);

/// Off-diagonal entries in both factors, so that no structure of the noise can be taken advantage
/// of.
void disturb(NoiseModel& noise);

struct DenseEstimate {
  Matrix mean;
  std::vector<Matrix> covariance;
  NoiseModel noise;  ///< at the end
};

/// Algorithm 3 over the rows, from the belief before the first update.
DenseEstimate dense_filter(const DenseOperators& op, DenseBelief belief, NoiseModel noise,
                           const Matrix& rows, const AdaptationOptions& adaptation = {});

}  // namespace elto::testing
