// SPDX-License-Identifier: Apache-2.0
// The noise as a belief over features sees it: Qf = F2^T Q F2 and J = B^T R^-1 G_y B.
#pragma once

#include "elto/core/types.hpp"
#include "elto/noise/noise_model.hpp"
#include "elto/noise/scalar_block_matrix.hpp"
#include "elto/operators/transfer_operators.hpp"

namespace elto {

/// Projects scalar-block noise to feature space, again and again as it changes, in O(N r^2).
class FeatureNoise {
 public:
  FeatureNoise(const TransferOperators& operators, const NoiseModel& noise);

  /// Takes on new factors; allocates nothing.
  void assign(const TransferOperators& operators, const NoiseModel& noise);

  const Matrix& Qf() const { return Qf_; }                           ///< r x r
  const Matrix& J() const { return J_; }                             ///< r x r
  const ScalarBlockMatrix& process() const { return process_; }      ///< Q, N2 x N2
  const ScalarBlockMatrix& precision() const { return precision_; }  ///< R^-1, N x N

  /// R replaced by rho I with rho I >= R: nothing is believed more than under R, and J = B^T G_y B
  /// / rho is symmetric and positive semidefinite whatever R was.
  double isotropic_variance() const { return isotropic_variance_; }
  const Matrix& isotropic_J() const { return isotropic_J_; }

 private:
  Matrix Qf_, J_, BGB_, isotropic_J_;
  ScalarBlockMatrix process_, precision_;
  double isotropic_variance_ = 0.0;
  Matrix product_;  // room for Q F2 and R^-1 G_y B
};

}  // namespace elto
