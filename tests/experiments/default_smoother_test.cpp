// SPDX-License-Identifier: Apache-2.0
#include "experiments/default_smoother.hpp"

#include "support/lorenz96.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

TEST(DefaultSmoother, RemovesNoise) {
  const elto::testing::NoisySeries lorenz = elto::testing::lorenz96(200, 4, 0.3, 1);
  const Matrix smoothed = smoothed_by_default_model(Series(lorenz.noisy), {.evaluations = 20});
  EXPECT_LT((smoothed - lorenz.clean).squaredNorm(),
            0.5 * (lorenz.noisy - lorenz.clean).squaredNorm());
}

}  // namespace
}  // namespace elto::experiments
