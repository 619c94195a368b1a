// SPDX-License-Identifier: Apache-2.0
#include "elto/model/linear_model.hpp"

#include <cmath>
#include <string>

#include "elto/core/error.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(LinearModel, SeesTheSumOfAllComponents) {
  const LinearModel model(
      {{IntegratedWiener{.order = 2, .noise = 0.1}, Cycle{.period = 7.0, .harmonics = 2}}}, 0.25);
  EXPECT_EQ(model.channels(), 1);
  EXPECT_EQ(model.states(), 6);
  EXPECT_EQ(model.observation, (Matrix{{1.0, 0.0, 1.0, 0.0, 1.0, 0.0}}));
  EXPECT_EQ(model.noise, Vector::Constant(1, 0.25));
}

TEST(LinearModel, LearnsTheNoiseOfEachChannelAndItsComponents) {
  LinearModel model({{IntegratedWiener{.order = 2, .noise = 0.1, .level_noise = 0.3}}}, 0.25);
  model.observation = Matrix{{1.0, 0.0}, {2.0, 1.0}};
  model.noise = Vector{{0.25, 4.0}};
  const Vector logs = model.logs();
  ASSERT_EQ(logs.size(), 4);
  EXPECT_LE((logs.array().exp() - Eigen::Array4d(0.25, 4.0, 0.1, 0.3)).abs().maxCoeff(), 1e-15);
  model.set_logs(Vector{{0.0, 1.0, 2.0, 3.0}});
  EXPECT_DOUBLE_EQ(model.noise[1], std::exp(1.0));
  EXPECT_LE((model.logs() - Vector{{0.0, 1.0, 2.0, 3.0}}).cwiseAbs().maxCoeff(), 1e-14);
}

/// A search may go anywhere.
TEST(LinearModel, KeepsTheNumberOfItsLogs) {
  LinearModel model({{IntegratedWiener{.level_noise = 0.3}, Cycle{.decay = 0.1}}}, 0.25);
  const Index count = model.logs().size();
  model.set_logs(Vector::Constant(count, -1e4));
  EXPECT_EQ(model.logs().size(), count);
  EXPECT_TRUE(model.logs().allFinite());
}

TEST(LinearModel, IsRefusedByWhatDoesNotFit) {
  const LinearModel model({{IntegratedWiener{.order = 2}}}, 0.25);
  const auto refused = [](const LinearModel& one) -> std::string {
    try {
      validate(one);
    } catch (const InvalidArgument& error) {
      return error.argument();
    }
    return "";
  };
  EXPECT_EQ(refused(model), "");
  EXPECT_EQ(refused(LinearModel()), "dynamics");
  LinearModel wrong = model;
  wrong.observation = Matrix::Ones(1, 3);
  EXPECT_EQ(refused(wrong), "observation");
  wrong.observation = Matrix(0, 2);
  EXPECT_EQ(refused(wrong), "observation");
  wrong = model;
  wrong.noise = Vector::Ones(2);
  EXPECT_EQ(refused(wrong), "noise");
}

}  // namespace
}  // namespace elto
