// SPDX-License-Identifier: Apache-2.0
#include "elto/baselines/motion_models.hpp"

#include <limits>

#include "elto/core/random.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(ConstantVelocity, IsTheTextbookModel) {
  const LinearGaussianModel model =
      constant_velocity(RowVector{{3.0}}, {.process = 6.0, .measurement = 0.5});
  EXPECT_MATRIX_EQ(model.F, (Matrix{{1.0, 1.0}, {0.0, 1.0}}));
  EXPECT_MATRIX_NEAR(model.Q, (Matrix{{2.0, 3.0}, {3.0, 6.0}}), 1e-15);
  EXPECT_MATRIX_EQ(model.H, (Matrix{{1.0, 0.0}}));
  EXPECT_MATRIX_EQ(model.R, (Matrix{{0.5}}));
  EXPECT_EQ(model.mean[0], 3.0);
}

TEST(ConstantAcceleration, IsTheTextbookModel) {
  const LinearGaussianModel model =
      constant_acceleration(RowVector{{0.0}}, {.process = 1.0, .measurement = 1.0});
  EXPECT_MATRIX_EQ(model.F, (Matrix{{1.0, 1.0, 0.5}, {0.0, 1.0, 1.0}, {0.0, 0.0, 1.0}}));
  EXPECT_MATRIX_NEAR(model.Q,
                     (Matrix{{1.0 / 20.0, 1.0 / 8.0, 1.0 / 6.0},
                             {1.0 / 8.0, 1.0 / 3.0, 1.0 / 2.0},
                             {1.0 / 6.0, 1.0 / 2.0, 1.0}}),
                     1e-15);
}

// A chain over two time units is two chains over one.
TEST(MotionModels, NoiseOfOneStepTwiceIsThatOfTwoSteps) {
  for (const auto& model :
       {constant_velocity(RowVector{{0.0}}, {}), constant_acceleration(RowVector{{0.0}}, {})}) {
    const Index order = model.F.rows();
    const Matrix two = model.F * model.Q * model.F.transpose() + model.Q;
    // Scaling time by 2 scales derivative i by 2^-i and the density's integral by 2.
    Matrix scaled(order, order);
    for (Index i = 0; i < order; ++i)
      for (Index j = 0; j < order; ++j)
        scaled(i, j) = model.Q(i, j) * std::pow(2.0, 2 * order - 1 - i - j);
    EXPECT_MATRIX_NEAR(two, scaled, 1e-12);
  }
}

TEST(MotionModels, ChannelsDoNotMix) {
  const RowVector first{{1.0, -2.0}};
  const Matrix rows = Rng(1).normal(30, 2);
  LinearGaussianFilter both(constant_velocity(first, {}));
  LinearGaussianFilter second(constant_velocity(first.tail(1), {}));
  for (Index t = 0; t < 30; ++t) {
    both.predict();
    second.predict();
    both.update(rows.row(t));
    second.update(rows.row(t).tail(1));
    EXPECT_NEAR(both.mean()[1], second.mean()[0], 1e-12);
  }
}

TEST(LinearDynamics, FindsTheMapThatMadeTheRows) {
  const Matrix F{{0.9, 0.2}, {-0.3, 0.8}};
  Matrix rows(200, 2);
  rows.row(0) << 1.0, 0.0;
  for (Index t = 0; t + 1 < 200; ++t) rows.row(t + 1) = (F * rows.row(t).transpose()).transpose();
  rows.row(50).setConstant(std::numeric_limits<double>::quiet_NaN());
  EXPECT_MATRIX_NEAR(linear_dynamics(rows, {}, 1e-12).F, F, 1e-8);
}

TEST(MotionModels, SayWhatIsWrong) {
  EXPECT_REFUSED(constant_velocity(RowVector{{0.0}}, {.process = 0.0}),
                 "process: must be positive, got 0");
  EXPECT_REFUSED(linear_dynamics(Matrix::Zero(3, 1), {.measurement = -1.0}),
                 "measurement: must be positive, got -1");
}

}  // namespace
}  // namespace elto
