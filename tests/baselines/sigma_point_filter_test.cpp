// SPDX-License-Identifier: Apache-2.0
#include "elto/baselines/sigma_point_filter.hpp"

#include <cmath>
#include <limits>

#include "elto/baselines/linear_gaussian.hpp"
#include "elto/core/random.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

class SigmaPointFilterOf : public ::testing::TestWithParam<SigmaPoints> {};

LinearGaussianModel linear_model() {
  Rng rng(1);
  const Matrix A = rng.normal(3, 3);
  return {.F = 0.4 * rng.normal(3, 3),
          .H = rng.normal(2, 3),
          .Q = A * A.transpose(),
          .R = 0.5 * Matrix::Identity(2, 2),
          .mean = rng.normal(3, 1),
          .covariance = 2.0 * Matrix::Identity(3, 3)};
}

NonlinearModel as_nonlinear(const LinearGaussianModel& model) {
  return {.transition = [F = model.F](const Vector& x) -> Vector { return F * x; },
          .observation = [H = model.H](const Vector& x) -> Vector { return H * x; },
          .Q = model.Q,
          .R = model.R,
          .mean = model.mean,
          .covariance = model.covariance};
}

TEST_P(SigmaPointFilterOf, IsExactOnALinearSystem) {
  const LinearGaussianModel model = linear_model();
  LinearGaussianFilter exact(model);
  SigmaPointFilter filter(as_nonlinear(model), GetParam());
  Matrix rows = Rng(2).normal(30, 2);
  rows.row(11).setConstant(std::numeric_limits<double>::quiet_NaN());
  for (Index t = 0; t < rows.rows(); ++t) {
    exact.predict();
    filter.predict();
    exact.update(rows.row(t));
    filter.update(rows.row(t));
    EXPECT_MATRIX_NEAR(filter.mean(), exact.mean(), 1e-9);
    EXPECT_MATRIX_NEAR(filter.covariance(), exact.covariance(), 1e-9);
    EXPECT_MATRIX_NEAR(filter.model().covariance, exact.model().covariance, 1e-9);
  }
}

// Both rules take polynomials of degree 3 exactly: the mean of x^2 under N(m, s^2) is m^2 + s^2.
TEST_P(SigmaPointFilterOf, KnowsTheMeanOfASquare) {
  const NonlinearModel model{.transition = [](const Vector& x) -> Vector { return x; },
                             .observation = [](const Vector& x) -> Vector { return x.cwiseAbs2(); },
                             .Q = Matrix::Identity(1, 1),
                             .R = Matrix::Identity(1, 1),
                             .mean = Vector::Constant(1, 3.0),
                             .covariance = Matrix::Constant(1, 1, 4.0)};
  EXPECT_NEAR(SigmaPointFilter(model, GetParam()).mean()[0], 13.0, 1e-12);
}

TEST_P(SigmaPointFilterOf, FollowsANonlinearSystem) {
  Rng rng(3);
  NonlinearModel model{
      .transition = [](const Vector& x) -> Vector { return (1.2 * x.array().sin()).matrix(); },
      .observation = [](const Vector& x) -> Vector { return x; },
      .Q = Matrix::Constant(1, 1, 0.01),
      .R = Matrix::Constant(1, 1, 0.25),
      .mean = Vector::Zero(1),
      .covariance = Matrix::Identity(1, 1)};
  SigmaPointFilter filter(model, GetParam());
  double x = 0.5, raw = 0.0, filtered = 0.0;
  for (int t = 0; t < 500; ++t) {
    x = 1.2 * std::sin(x) + 0.1 * rng.normal();
    const RowVector y = RowVector::Constant(1, x + 0.5 * rng.normal());
    filter.predict();
    filter.update(y);
    raw += (y[0] - x) * (y[0] - x);
    filtered += (filter.mean()[0] - x) * (filter.mean()[0] - x);
  }
  EXPECT_LT(filtered, 0.3 * raw);
}

INSTANTIATE_TEST_SUITE_P(SigmaPointFilter, SigmaPointFilterOf,
                         ::testing::Values(SigmaPoints::unscented, SigmaPoints::cubature));

TEST(SigmaPointFilter, SaysWhatIsWrong) {
  NonlinearModel model = as_nonlinear(linear_model());
  model.Q = Matrix::Identity(2, 2);
  EXPECT_REFUSED(SigmaPointFilter(model, SigmaPoints::cubature), "Q: must be 3 x 3, got 2 x 2");
}

}  // namespace
}  // namespace elto
