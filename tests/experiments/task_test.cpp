// SPDX-License-Identifier: Apache-2.0
#include "experiments/task.hpp"

#include "elto/systems/field_equations.hpp"

#include <gtest/gtest.h>

namespace elto::experiments {
namespace {

double noise_of(const Simulation& part) {
  return (part.observed.values - part.truth).array().square().mean();
}

TEST(Task, OfThePendulumIsEpisodes) {
  const Task task = pendulum_task({}, 3);
  EXPECT_EQ(task.training.size(), 45U);
  EXPECT_EQ(task.validation.size(), 5U);
  EXPECT_EQ(task.test.size(), 10U);
  for (const Series& episode : task.training) EXPECT_EQ(episode.rows(), 30);
  EXPECT_NEAR(noise_of(task.test[0]), 1e-4, 1e-4);
}

TEST(Task, OfATrackGoesOnFromPartToPart) {
  const Task task = lidar_task({}, {}, 3);
  const Index learned = task.training[0].rows(), tuned = task.validation[0].observed.rows();
  const Index tested = task.test[0].observed.rows();
  EXPECT_NEAR(static_cast<double>(learned), 2.0 * static_cast<double>(tuned), 2.0);
  EXPECT_LE(std::abs(learned + tuned - tested), 1);
  const RowVector last = task.validation[0].truth.bottomRows(1), next = task.test[0].truth.row(0);
  EXPECT_LT((next - last).norm(), 0.1);
}

TEST(Task, OfAShiftHasTheSamePathUnderOtherNoise) {
  const LidarOptions noisier{.range_noise = 5.0, .bearing_noise = 2.5};
  const Task same = lidar_task({}, {}, 3), shifted = lidar_task({}, noisier, 3);
  EXPECT_EQ(same.training[0].values, shifted.training[0].values);
  EXPECT_EQ(same.test[0].truth, shifted.test[0].truth);
  EXPECT_GT(noise_of(shifted.test[0]), 10.0 * noise_of(same.test[0]));
}

TEST(Task, OfLorenz96IsHalvesAndQuarters) {
  const Task task = lorenz96_task({.rows = 400, .dimension = 6}, 3);
  EXPECT_EQ(task.training[0].rows(), 200);
  EXPECT_EQ(task.validation[0].observed.rows(), 100);
  EXPECT_EQ(task.test[0].observed.rows(), 100);
  EXPECT_NEAR(noise_of(task.test[0]), 0.01, 0.002);
}

TEST(Task, OfLynxAndHareHasFreshNoiseInEachPart) {
  const Task task = lynx_hare_task(0.1, 3);
  EXPECT_EQ(task.training[0].rows(), 200);
  EXPECT_EQ(task.validation[0].truth, task.test[0].truth);
  EXPECT_NE(task.validation[0].observed.values, task.test[0].observed.values);
  EXPECT_NE(task.training[0].values, task.validation[0].observed.values);
  EXPECT_NEAR(noise_of(task.test[0]), 0.01, 0.003);
}

TEST(Task, OfAFieldIsAllOfItAlongSpace) {
  const Field clean = burgers(20);
  const Task task = field_task(clean, 3);
  EXPECT_EQ(task.test[0].truth, Matrix(clean.values.transpose()));
  EXPECT_EQ(task.training[0].values, task.test[0].observed.values);
  const double mean = clean.values.mean();
  EXPECT_NEAR(noise_of(task.test[0]), 0.25 * (clean.values.array() - mean).square().mean(), 1e-3);
}

TEST(Task, TheSameSeedGivesTheSameTask) {
  EXPECT_EQ(pendulum_task({}, 5).test[9].truth, pendulum_task({}, 5).test[9].truth);
  EXPECT_NE(pendulum_task({}, 5).test[9].truth, pendulum_task({}, 6).test[9].truth);
}

}  // namespace
}  // namespace elto::experiments
