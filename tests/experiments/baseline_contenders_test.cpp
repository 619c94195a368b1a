// SPDX-License-Identifier: Apache-2.0
#include "experiments/baseline_contenders.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

const Effort kShortTuning{.evaluations = 30};

double raw_error(const Task& task) {
  return raw_observations().compete(task, {}).error;
}

TEST(BaselineContenders, RawIsTheNoise) {
  EXPECT_NEAR(raw_error(lynx_hare_task(0.5, 3)), 0.25, 0.05);
}

TEST(BaselineContenders, AllBeatTheRawObservationsOnASmoothSeries) {
  const Task task = lynx_hare_task(0.3, 3);
  for (const Target target : {Target::truth, Target::observations})
    for (const Contender& filter :
         {trend(), constant_velocity_filter(target), constant_acceleration_filter(target),
          linear_filter(target), unscented_filter(target), cubature_filter(target),
          subspace_kernel_kalman_filter(target)})
      EXPECT_LT(filter.compete(task, kShortTuning).error, raw_error(task)) << filter.name;
}

TEST(BaselineContenders, LearnFromSeveralSequences) {
  const Task task = pendulum_task({.observation_noise = 0.1}, 3);
  for (const Contender& filter :
       {trend(), linear_filter(Target::truth), unscented_filter(Target::truth),
        kernel_kalman_filter(Target::truth)}) {
    const Outcome outcome = filter.compete(task, {.evaluations = 8});
    EXPECT_FALSE(outcome.diverged) << filter.name;
  }
}

}  // namespace
}  // namespace elto::experiments
