// SPDX-License-Identifier: Apache-2.0
// The noise as a belief over features sees it: Qf = F2^T Q F2 and J = B^T R^-1 G_y B.
#pragma once

#include "elto/core/types.hpp"
#include "elto/noise/noise_model.hpp"
#include "elto/noise/scalar_block_matrix.hpp"
#include "elto/operators/transfer_operators.hpp"

namespace elto {

struct FeatureNoise {
  Matrix Qf;  ///< r x r
  Matrix J;   ///< r x r, not symmetric unless R is a multiple of the identity
};

/// Projects scalar-block noise to feature space, again and again as it changes, in O(N r^2).
class NoiseProjection {
 public:
  NoiseProjection(const TransferOperators& operators, const NoiseModel& noise);

  /// Takes on new factors; allocates nothing.
  void assign(const TransferOperators& operators, const NoiseModel& noise);

  const FeatureNoise& noise() const { return noise_; }
  const ScalarBlockMatrix& process() const { return process_; }      ///< Q, N2 x N2
  const ScalarBlockMatrix& precision() const { return precision_; }  ///< R^-1, N x N

 private:
  FeatureNoise noise_;
  ScalarBlockMatrix process_, precision_;
  Matrix product_;  // room for Q F2 and R^-1 G_y B
};

}  // namespace elto
