// SPDX-License-Identifier: Apache-2.0
#include "elto/noise/feature_noise.hpp"

namespace elto {

NoiseProjection::NoiseProjection(const TransferOperators& operators, const NoiseModel& noise)
    : noise_{Matrix(operators.rank(), operators.rank()),
             Matrix(operators.rank(), operators.rank())},
      process_(noise.process(operators.transitions())),
      precision_(noise.measurement(operators.samples())),
      product_(operators.samples(), operators.rank()) {
  assign(operators, noise);
}

void NoiseProjection::assign(const TransferOperators& operators, const NoiseModel& noise) {
  process_.assign_square(noise.process_factor);
  auto QF2 = product_.topRows(operators.transitions());
  process_.multiply(operators.F2, QF2);
  noise_.Qf.noalias() = operators.F2.transpose() * QF2;

  precision_.assign_inverse_square(noise.measurement_factor);
  precision_.multiply(operators.GB, product_);
  noise_.J.noalias() = operators.B.transpose() * product_;
}

}  // namespace elto
