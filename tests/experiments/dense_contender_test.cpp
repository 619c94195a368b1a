// SPDX-License-Identifier: Apache-2.0
#include "experiments/dense_contender.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

Task dense_track() {
  const LidarOptions options{.intervals = {8, 9}};
  return lidar_task(options, options, 3);
}

constexpr OperatorSettings kNaive{.memory = 0.9, .tuned = false};

// The feature-space filter has 64 features only, so they agree to some digits.
TEST(DenseContender, WithFixedNoiseIsTheOperatorContender) {
  const Task task = dense_track();
  const OperatorSettings fixed{.noise = NoiseStructure::scalar, .tuned = false};
  const double dense =
      dense_contender("dense", fixed, NoiseForm::scalar_block).compete(task, {}).error;
  const double fast = operator_contender("fast", fixed).compete(task, {}).error;
  EXPECT_NEAR(dense / fast, 1.0, 1e-2);
}

TEST(DenseContender, WithoutTheStructureIsAnother) {
  const Task task = dense_track();
  EXPECT_NE(dense_contender("with", kNaive, NoiseForm::scalar_block).compete(task, {}).error,
            dense_contender("without", kNaive, NoiseForm::dense).compete(task, {}).error);
}

TEST(DenseContender, CountsItsSearchByEvaluations) {
  const Outcome outcome =
      dense_stopwatch("dense", kNaive).compete(dense_track(), {.evaluations = 100});
  EXPECT_GT(outcome.tuning, 10.0 * outcome.filtering);
  EXPECT_GT(outcome.learning, 0.0);
}

}  // namespace
}  // namespace elto::experiments
