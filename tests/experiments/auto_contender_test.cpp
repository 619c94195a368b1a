// SPDX-License-Identifier: Apache-2.0
#include "experiments/auto_contender.hpp"

#include "experiments/baseline_contenders.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

const Effort kShortFit{.evaluations = 10};

TEST(AutoContender, BeatsTheRawObservationsWhereThereIsNoiseToRemove) {
  const Task task = lynx_hare_task(0.3, 3);
  EXPECT_LT(automatic().compete(task, kShortFit).error,
            0.8 * raw_observations().compete(task, kShortFit).error);
}

TEST(AutoContender, GivesTheSameForTheSameSeed) {
  const LidarOptions options{.intervals = {8, 9}, .range_noise = 5.0, .bearing_noise = 2.5};
  const Task task = lidar_task(options, options, 3);
  EXPECT_EQ(automatic().compete(task, kShortFit).error, automatic().compete(task, kShortFit).error);
}

}  // namespace
}  // namespace elto::experiments
