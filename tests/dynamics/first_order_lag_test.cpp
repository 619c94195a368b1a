// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/first_order_lag.hpp"

#include <cmath>

#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(FirstOrderLag, SolvesItsEquation) {
  // Runge and Kutta's fourth order in a thousand parts.
  for (const double lag : {0.05, 0.7, 30.0, 1e5}) {
    SCOPED_TRACE(lag);
    const double from = 0.4, to = -1.1, step = 1.3;
    double w = 2.0;
    constexpr int kParts = 1000;
    const double h = step / kParts;
    for (int i = 0; i < kParts; ++i) {
      const auto slope = [&](double at, double value) {
        return (from + (to - from) * (i + at) / kParts - value) / lag;
      };
      const double a = slope(0.0, w), b = slope(0.5, w + 0.5 * h * a),
                   c = slope(0.5, w + 0.5 * h * b), d = slope(1.0, w + h * c);
      w += h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
    }
    EXPECT_NEAR(follow(2.0, from, to, step, lag), w, 1e-9);  // of the oracle, (h / lag)^4
  }
}

TEST(FirstOrderLag, IsTheSameInOneStepAndInTwo) {
  const double half = follow(2.0, 1.0, 1.5, 0.6, 0.9);
  EXPECT_NEAR(follow(half, 1.5, 2.0, 0.6, 0.9), follow(2.0, 1.0, 2.0, 1.2, 0.9), 1e-15);
}

TEST(FirstOrderLag, BeginsAtItsInputAndWithoutALagStaysThere) {
  const Vector times{{0.0, 1.0, 1.0, 3.0}}, input{{2.0, 3.0, 5.0, 5.0}};
  EXPECT_MATRIX_EQ(followed(times, input, 0.0), input);
  const Vector w = followed(times, input, 2.0);
  EXPECT_EQ(w[0], 2.0);
  EXPECT_EQ(w[2], w[1]);  // no time has passed
  EXPECT_NEAR(5.0 - w[3], (5.0 - w[2]) * std::exp(-1.0), 1e-15);
}

}  // namespace
}  // namespace elto
