// SPDX-License-Identifier: Apache-2.0
#include "experiments/operator_contender.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

// Of a short track, so that a search takes a moment.
Task short_track() {
  const LidarOptions options{.intervals = {8, 9}, .range_noise = 5.0, .bearing_noise = 2.5};
  return lidar_task(options, options, 3);
}

const Effort kShort{.evaluations = 40};

TEST(OperatorContender, TuningHelps) {
  const Task task = lorenz96_task({.rows = 400, .noise = 0.5}, 3);
  const OperatorSettings scalar{.noise = NoiseStructure::scalar};
  OperatorSettings naive = scalar;
  naive.tuned = false;
  const double tuned = operator_contender("ELTO-KF", scalar).compete(task, kShort).error;
  EXPECT_LT(tuned, operator_contender("naive", naive).compete(task, kShort).error);
}

TEST(OperatorContender, GivesTheSameForTheSameSeed) {
  const Task task = short_track();
  const Contender adaptive = operator_contender("ELTO-AKF", {.blocks = 2});
  EXPECT_EQ(adaptive.compete(task, kShort).error, adaptive.compete(task, kShort).error);
}

TEST(OperatorContender, LearnsFromAllRowsBeforeTheTestIfNothingIsTuned) {
  const Task task = short_track();
  const Index tuned = learned_model(task, {}).data.observations.rows();
  const Index untuned = learned_model(task, {.tuned = false}).data.observations.rows();
  const Index windows = task.validation[0].observed.rows() - 2 * 5 + 1;
  EXPECT_EQ(untuned - tuned, windows);
}

TEST(OperatorContender, AdaptsWithTheMemoryGiven) {
  EXPECT_FALSE(learned_model(short_track(), {}).adaptation.active());
  EXPECT_EQ(learned_model(short_track(), {.memory = 0.7}).adaptation.process_memory, 0.7);
}

}  // namespace
}  // namespace elto::experiments
