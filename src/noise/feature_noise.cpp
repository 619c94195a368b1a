// SPDX-License-Identifier: Apache-2.0
#include "elto/noise/feature_noise.hpp"

namespace elto {

FeatureNoise::FeatureNoise(const TransferOperators& operators, const NoiseModel& noise)
    : Qf_(operators.rank(), operators.rank()),
      J_(operators.rank(), operators.rank()),
      BGB_(operators.B.transpose() * operators.GB),
      isotropic_J_(operators.rank(), operators.rank()),
      process_(noise.process(operators.transitions())),
      precision_(noise.measurement(operators.samples())),
      product_(operators.samples(), operators.rank()) {
  assign(operators, noise);
}

void FeatureNoise::assign(const TransferOperators& operators, const NoiseModel& noise) {
  process_.assign_square(noise.process_factor);
  auto QF2 = product_.topRows(operators.transitions());
  process_.multiply(operators.F2, QF2);
  Qf_.noalias() = operators.F2.transpose() * QF2;

  precision_.assign_inverse_square(noise.measurement_factor);
  precision_.multiply(operators.GB, product_);
  J_.noalias() = operators.B.transpose() * product_;

  isotropic_variance_ = largest_eigenvalue_bound(noise.measurement_factor);
  isotropic_J_ = BGB_ / isotropic_variance_;
}

}  // namespace elto
