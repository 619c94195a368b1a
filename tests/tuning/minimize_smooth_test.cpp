// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/minimize_smooth.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "elto/core/error.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

double steep_valley(const Vector& x, Vector& gradient) {
  const double a = 1.0 - x[0], b = x[1] - x[0] * x[0];
  gradient = Vector{{-2.0 * a - 400.0 * x[0] * b, 200.0 * b}};
  return a * a + 100.0 * b * b;
}

const Vector kStart{{-1.2, 1.0}};

TEST(MinimizeSmooth, FindsTheMinimum) {
  const MinimizeResult result =
      minimize_smooth(steep_valley, kStart, {.evaluations = 200, .tolerance = 0.0});
  EXPECT_TRUE(result.status.ok());
  EXPECT_MATRIX_NEAR(result.point, Vector(Vector::Ones(2)), 1e-6);
  EXPECT_LT(result.evaluations, 80);
  EXPECT_EQ(result.failures, 0);
  EXPECT_EQ(std::ssize(result.history), result.evaluations);
  EXPECT_EQ(result.history.back(), result.value);
}

TEST(MinimizeSmooth, KeepsToItsBudget) {
  for (const Index evaluations : {1, 2, 7}) {
    const MinimizeResult result =
        minimize_smooth(steep_valley, kStart, {.evaluations = evaluations, .tolerance = 0.0});
    EXPECT_EQ(result.evaluations, evaluations);
    Vector gradient(2);
    EXPECT_EQ(result.value, steep_valley(result.point, gradient));
    EXPECT_LE(result.value, steep_valley(kStart, gradient));
  }
}

TEST(MinimizeSmooth, EndsWhenStepsGainLittle) {
  const auto evaluations = [](double tolerance) {
    return minimize_smooth(steep_valley, kStart, {.tolerance = tolerance}).evaluations;
  };
  EXPECT_LT(evaluations(1e-1), evaluations(1e-6));
}

TEST(MinimizeSmooth, GoesAroundPointsWithoutAValue) {
  // log x - log(1 - x / 4) + 1 / x, nowhere else than within (0, 4).
  const auto walled = [](const Vector& x, Vector& gradient) {
    if (x[0] <= 0.0) throw InvalidArgument("point", "positive", "another");
    if (x[0] >= 4.0) return std::numeric_limits<double>::quiet_NaN();
    gradient = Vector{{1.0 / x[0] + 1.0 / (4.0 - x[0]) - 1.0 / (x[0] * x[0])}};
    return std::log(x[0]) - std::log(1.0 - x[0] / 4.0) + 1.0 / x[0];
  };
  const MinimizeResult result = minimize_smooth(walled, Vector{{3.999}}, {.tolerance = 1e-12});
  EXPECT_TRUE(result.status.ok());
  EXPECT_NEAR(result.point[0], 0.8, 1e-5);
}

TEST(MinimizeSmooth, EndsWithTheStartIfNothingHasAValue) {
  const auto nothing = [](const Vector&, Vector&) { return HUGE_VAL; };
  const MinimizeResult result = minimize_smooth(nothing, kStart);
  EXPECT_EQ(result.status.code, StatusCode::not_finite);
  EXPECT_EQ(result.point, kStart);
}

TEST(MinimizeSmooth, KeepsTheBestIfTheGradientIsWrong) {
  const auto uphill = [](const Vector& x, Vector& gradient) {
    gradient = -2.0 * x;
    return x.squaredNorm();
  };
  const MinimizeResult result = minimize_smooth(uphill, kStart);
  EXPECT_TRUE(result.status.ok());
  EXPECT_LE(result.value, kStart.squaredNorm());
}

TEST(MinimizeSmooth, StopsWhenItIsTold) {
  const MinimizeResult result = minimize_smooth(
      steep_valley, kStart,
      {.progress = [](const MinimizeProgress& progress) { return progress.evaluations < 5; }});
  EXPECT_EQ(result.status.code, StatusCode::stopped);
  EXPECT_EQ(result.evaluations, 5);
}

TEST(MinimizeSmooth, PassesOtherExceptionsOn) {
  const auto broken = [](const Vector&, Vector&) -> double { throw std::runtime_error("mine"); };
  EXPECT_THROW((void)minimize_smooth(broken, kStart), std::runtime_error);
}

TEST(MinimizeSmooth, SaysWhatIsWrong) {
  EXPECT_REFUSED(minimize_smooth({}, kStart), "objective: must be callable");
  EXPECT_REFUSED(minimize_smooth(steep_valley, kStart, {.evaluations = 0}),
                 "evaluations: must be at least 1");
  EXPECT_REFUSED(minimize_smooth(steep_valley, kStart, {.tolerance = -1.0}),
                 "tolerance: must be at least 0");
  EXPECT_REFUSED(minimize_smooth(steep_valley, Vector{}), "start: must be of at least 1 number");
}

}  // namespace
}  // namespace elto
