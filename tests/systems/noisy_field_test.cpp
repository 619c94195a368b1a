// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/noisy_field.hpp"

#include <cmath>

#include "elto/series/wavelet_noise.hpp"
#include "elto/systems/field_equations.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

NoisyField published(const Field& clean, double noise) {
  Rng rng(0);
  return add_noise(clean, noise, rng);
}

double mean_square(const Matrix& values) {
  return values.squaredNorm() / static_cast<double>(values.size());
}

// The level that wavelets find in the published fields, and the mean square of their noise.
TEST(NoisyField, HasThePublishedNoise) {
  const auto expect = [](const Field& clean, double error, double sigma, double tolerance) {
    const NoisyField noisy = published(clean, 0.5);
    EXPECT_NEAR(mean_square(noisy.observed.values - clean.values), error, 1e-6 * error);
    EXPECT_NEAR(wavelet_noise(noisy.observed), sigma, tolerance);
  };
  expect(burgers(), 8.082258e-3, 0.08609011017, 1e-9);
  expect(burgers_shock(), 9.260393e-2, 0.29595235786, 1e-9);
  // The published field itself is accurate to 2e-5 only.
  expect(korteweg_de_vries(), 2.934831e-3, 0.05377057870, 1e-6);
  expect(kuramoto_sivashinsky(), 2.838511e-1, 0.52713875863, 1e-9);
  EXPECT_NEAR(wavelet_noise(published(burgers(), 0.1).observed), 0.01721802192, 1e-9);
}

// The first normal number of seed 0 goes to the first place and time, the second to the next time.
TEST(NoisyField, DrawsPlaceByPlace) {
  const Field clean = burgers(5);
  const NoisyField noisy = published(clean, 1.0);
  const Matrix z = (noisy.observed.values - clean.values) /
                   std::sqrt((clean.values.array() - clean.values.mean()).square().mean());
  EXPECT_NEAR(z(0, 0), 1.764052345967664, 1e-12);
  EXPECT_NEAR(z(1, 0), 0.4001572083672233, 1e-12);
}

TEST(NoisyField, TheNoisierFieldHasTheNoiseThatWaveletsFind) {
  const NoisyField noisy = published(burgers(), 0.5);
  const Matrix more =
      (noisy.noisier.values - noisy.observed.values) / wavelet_noise(noisy.observed);
  EXPECT_NEAR(more(0, 0), -0.14183095131138451, 1e-10);  // the 25857th of the stream
  EXPECT_NEAR(mean_square(more), 1.0, 0.03);
}

TEST(NoisyField, IsASimulation) {
  const NoisyField noisy = published(burgers(9), 0.5);
  const Simulation made = to_simulation(noisy);
  EXPECT_MATRIX_EQ(made.truth, noisy.truth.values);
  EXPECT_MATRIX_EQ(made.observed.values, noisy.observed.values);
  EXPECT_EQ(made.observed.channels[0], "x=-8");
  EXPECT_MATRIX_EQ(published(burgers(9), 0.0).observed.values, noisy.truth.values);
  EXPECT_REFUSED(published(burgers(9), -0.1), "noise: must be at least 0");
}

}  // namespace
}  // namespace elto
