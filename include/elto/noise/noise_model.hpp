// SPDX-License-Identifier: Apache-2.0
// The noise of the filter in the feature space: scalar-block covariances Q = L L^T of the process
// and R = M M^T of the measurement (paper, section 3.1), kept as their k x k Cholesky factors.
#pragma once

#include "elto/core/types.hpp"
#include "elto/noise/scalar_block_matrix.hpp"

namespace elto {

enum class NoiseStructure {
  scalar,    ///< Q = q I, R = r I: one number each (ELTO-KF)
  diagonal,  ///< k numbers each, one per block
  full,      ///< k (k + 1) / 2 numbers each: a Cholesky factor
};

struct NoiseOptions {
  Index blocks = 5;  ///< k, at least 1; ignored by scalar
  NoiseStructure structure = NoiseStructure::full;
  double process = 1e-2;      ///< initial variance of each weight; positive
  double measurement = 1e-4;  ///< initial variance of each feature over the sample count; positive
};
void validate(const NoiseOptions& options);

struct NoiseModel {
  Matrix process_factor;      ///< L, k_q x k_q, lower triangular, positive diagonal
  Matrix measurement_factor;  ///< M, k_r x k_r, likewise

  /// Q (size x size), R (size x size)
  ScalarBlockMatrix process(Index size) const;
  ScalarBlockMatrix measurement(Index size) const;
};

/// Multiples of the identity, for `samples` measurement features.
NoiseModel initial_noise(const NoiseOptions& options, Index samples);

/// Noise as an unconstrained vector, for a search: every vector is a valid noise model. Each factor
/// is written as diag(exp(l)) U with U unit lower triangular (full), or U = I (diagonal, scalar).
Vector to_parameters(const NoiseModel& noise, NoiseStructure structure);
/// blocks_* are the sizes of the two factors (1 for scalar).
NoiseModel noise_from_parameters(const VectorView& parameters, NoiseStructure structure,
                                 Index blocks_process, Index blocks_measurement);

}  // namespace elto
