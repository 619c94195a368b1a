// SPDX-License-Identifier: Apache-2.0
#include "elto/noise/feature_noise.hpp"

#include "elto/core/random.hpp"

#include "support/dense_algebra.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TransferOperators random_operators(Index N, Index r) {
  Rng rng(7);
  TransferOperators op;
  op.F2 = rng.normal(N - 1, r);
  op.B = rng.normal(N, r);
  op.GB = rng.normal(N, r);
  op.A = rng.normal(N - 1, r);
  op.Phi = rng.normal(r, r);
  return op;
}

NoiseModel random_noise(Index kq, Index kr, std::uint32_t seed) {
  const Vector parameters = Rng(seed).normal(kq * (kq + 1) / 2 + kr * (kr + 1) / 2, 1);
  return noise_from_parameters(parameters, NoiseStructure::full, kq, kr);
}

void expect_projected(const FeatureNoise& feature_noise, const TransferOperators& op,
                      const NoiseModel& noise) {
  const Matrix Q = noise.process(op.transitions()).dense();
  const Matrix R = noise.measurement(op.samples()).dense();
  EXPECT_MATRIX_NEAR(feature_noise.Qf(), op.F2.transpose() * Q * op.F2, 1e-9);
  const Matrix J = op.B.transpose() * testing::dense_solve(R, op.GB);
  EXPECT_MATRIX_NEAR(feature_noise.J(), J, 1e-9 * (1.0 + J.norm()));
}

TEST(FeatureNoise, IsTheNoiseSeenThroughTheFeatures) {
  for (const auto& [kq, kr] : {std::pair<Index, Index>{1, 1}, {3, 4}, {5, 7}, {19, 20}}) {
    const TransferOperators op = random_operators(20, 6);
    const NoiseModel noise = random_noise(kq, kr, 1);
    FeatureNoise feature_noise(op, noise);
    expect_projected(feature_noise, op, noise);
    const NoiseModel changed = random_noise(kq, kr, 2);
    feature_noise.assign(op, changed);
    expect_projected(feature_noise, op, changed);
  }
}

TEST(FeatureNoise, IsotropicNoiseIsNeverBelievedMore) {
  const TransferOperators op = random_operators(20, 6);
  const NoiseModel noise = random_noise(2, 3, 4);
  const FeatureNoise feature_noise(op, noise);
  EXPECT_GE(feature_noise.isotropic_variance(), noise.measurement(20).eigenvalues()[19]);
  EXPECT_MATRIX_NEAR(feature_noise.isotropic_J() * feature_noise.isotropic_variance(),
                     op.B.transpose() * op.GB, 1e-10);
}

}  // namespace
}  // namespace elto
