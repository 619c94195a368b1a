// SPDX-License-Identifier: Apache-2.0
#include "elto/noise/noise_model.hpp"

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"

#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(NoiseModel, ParametersRoundTripForEveryStructure) {
  for (const auto structure :
       {NoiseStructure::scalar, NoiseStructure::diagonal, NoiseStructure::full}) {
    const Index kq = structure == NoiseStructure::scalar ? 1 : 3,
                kr = structure == NoiseStructure::scalar ? 1 : 4;
    const Index count =
        structure == NoiseStructure::full ? kq * (kq + 1) / 2 + kr * (kr + 1) / 2 : kq + kr;
    const Vector parameters = Rng(5).normal(count, 1);
    const NoiseModel noise = noise_from_parameters(parameters, structure, kq, kr);
    EXPECT_MATRIX_NEAR(to_parameters(noise, structure), parameters, 1e-14);
    EXPECT_GT(noise.process(10).eigenvalues()[0], 0.0);
    EXPECT_GT(noise.measurement(11).eigenvalues()[0], 0.0);
  }
}

TEST(NoiseModel, StructuresAreWhatTheySay) {
  const NoiseModel diagonal =
      noise_from_parameters(Vector::LinSpaced(6, -1.0, 1.0), NoiseStructure::diagonal, 3, 3);
  EXPECT_TRUE(diagonal.process_factor.isDiagonal());
  const NoiseModel full =
      noise_from_parameters(Vector::LinSpaced(12, -1.0, 1.0), NoiseStructure::full, 3, 3);
  EXPECT_TRUE(full.process_factor.isLowerTriangular());
  EXPECT_FALSE(full.process_factor.isDiagonal());
}

TEST(NoiseModel, InitialNoiseIsAMultipleOfTheIdentity) {
  const NoiseModel noise = initial_noise({.blocks = 3, .process = 0.04, .measurement = 0.01}, 50);
  EXPECT_MATRIX_NEAR(noise.process(7).dense(), 0.04 * Matrix::Identity(7, 7), 1e-15);
  EXPECT_MATRIX_NEAR(noise.measurement(50).dense(), 0.5 * Matrix::Identity(50, 50), 1e-15);
  const NoiseModel scalar = initial_noise({.blocks = 3, .structure = NoiseStructure::scalar}, 50);
  EXPECT_EQ(scalar.process_factor.size(), 1);
}

TEST(NoiseModel, RefusesWhatIsOutOfRange) {
  EXPECT_THROW(validate(NoiseOptions{.blocks = 0}), InvalidArgument);
  EXPECT_THROW(validate(NoiseOptions{.process = 0.0}), InvalidArgument);
  EXPECT_THROW(validate(NoiseOptions{.measurement = -1.0}), InvalidArgument);
  EXPECT_THROW(noise_from_parameters(Vector::Zero(3), NoiseStructure::diagonal, 2, 2),
               InvalidArgument);
}

}  // namespace
}  // namespace elto
