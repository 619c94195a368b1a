// SPDX-License-Identifier: Apache-2.0
#include "experiments/doubly_noisy_smoother.hpp"

#include "elto/tuning/fit_doubly_noisy.hpp"

#include "support/lorenz96.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

TEST(DoublyNoisySmoother, RemovesNoiseWithoutSeeingTheTruth) {
  const elto::testing::NoisySeries lorenz = elto::testing::lorenz96(100, 4, 0.5, 1);
  const Series observed(lorenz.noisy);
  Rng rng(2);
  const RowVector deviations = RowVector::Constant(4, 0.5);
  const Series noisier = doubly_noisy(observed, deviations, rng);
  const double raw = (lorenz.noisy - lorenz.clean).squaredNorm();
  for (const NoiseStructure noise : {NoiseStructure::scalar, NoiseStructure::full})
    for (const double memory : {1.0, 0.9}) {
      const Matrix smoothed =
          DoublyNoisySmoother{noise, memory}(observed, noisier, deviations, {.evaluations = 20});
      EXPECT_LT((smoothed - lorenz.clean).squaredNorm(), 0.9 * raw);
    }
}

}  // namespace
}  // namespace elto::experiments
