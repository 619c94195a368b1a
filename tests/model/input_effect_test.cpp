// SPDX-License-Identifier: Apache-2.0
#include "elto/model/input_effect.hpp"

#include "elto/dynamics/first_order_lag.hpp"

#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(InputEffect, IsTheGainOfWhatFollowsTheInput) {
  const Vector times{{0.0, 1.0, 2.5}};
  const Matrix inputs{{1.0, 10.0}, {2.0, 11.0}, {4.0, 9.0}};
  const std::vector<InputEffect> effects = {{.input = 1, .gain = 3.0, .centre = 10.0},
                                            {.input = 0, .gain = -2.0, .lag = 1.5}};
  const Matrix responses = responses_of(effects, times, inputs);
  EXPECT_MATRIX_EQ(responses.col(0), (Vector{{0.0, 1.0, -1.0}}));
  EXPECT_MATRIX_EQ(responses.col(1), followed(times, inputs.col(0), 1.5));
  EXPECT_MATRIX_NEAR(drive_of(effects, times, inputs),
                     3.0 * responses.col(0) - 2.0 * responses.col(1), 1e-15);
  EXPECT_MATRIX_EQ(drive_of({}, times, inputs), Vector::Zero(3));
}

}  // namespace
}  // namespace elto
