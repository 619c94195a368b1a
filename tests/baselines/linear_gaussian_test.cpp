// SPDX-License-Identifier: Apache-2.0
#include "elto/baselines/linear_gaussian.hpp"

#include <cmath>
#include <numbers>

#include "elto/core/random.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/unusual_numbers.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kMissing;

LinearGaussianModel sample(std::uint32_t seed = 1) {
  Rng rng(seed);
  const Matrix A = rng.normal(3, 3), B = rng.normal(2, 2), C = rng.normal(3, 3);
  return {.F = 0.3 * rng.normal(3, 3),
          .H = rng.normal(2, 3),
          .Q = A * A.transpose(),
          .R = B * B.transpose() + Matrix::Identity(2, 2),
          .mean = rng.normal(3, 1),
          .covariance = C * C.transpose()};
}

/// The joint Gaussian of all states and observations, conditioned at once: no recursion at all.
struct Joint {
  Vector mean;  // of x_1, ..., x_T, one after the other
  Matrix covariance;
};

Joint joint_of(const LinearGaussianModel& model, Index T) {
  const Index n = model.F.rows();
  Joint joint{Vector(T * n), Matrix(T * n, T * n)};
  Vector mean = model.mean;
  Matrix P = model.covariance;
  for (Index t = 0; t < T; ++t) {
    joint.mean.segment(t * n, n) = mean;
    Matrix cross = P;
    for (Index s = t; s < T; ++s) {  // Cov(x_s, x_t) = F^(s-t) P_t
      joint.covariance.block(s * n, t * n, n, n) = cross;
      joint.covariance.block(t * n, s * n, n, n) = cross.transpose();
      cross = (model.F * cross).eval();
    }
    mean = (model.F * mean).eval();
    P = (model.F * P * model.F.transpose() + model.Q).eval();
  }
  return joint;
}

TEST(LinearGaussianFilter, EqualsConditioningTheJointGaussian) {
  const LinearGaussianModel model = sample();
  const Index T = 6, n = 3, D = 2;
  const Matrix rows = Rng(2).normal(T, D);
  LinearGaussianFilter filter(model);
  for (Index t = 0; t < T; ++t) {
    filter.predict();
    filter.update(rows.row(t));
    const Index seen = (t + 1) * D;
    const Joint joint = joint_of(model, t + 1);
    Matrix H = Matrix::Zero(seen, (t + 1) * n);
    Matrix R = Matrix::Zero(seen, seen);
    Vector y(seen);
    for (Index s = 0; s <= t; ++s) {
      H.block(s * D, s * n, D, n) = model.H;
      R.block(s * D, s * D, D, D) = model.R;
      y.segment(s * D, D) = rows.row(s).transpose();
    }
    const Matrix S = H * joint.covariance * H.transpose() + R;
    const Matrix gain = joint.covariance * H.transpose() * S.inverse();
    const Vector d = y - H * joint.mean;
    const Vector mean = joint.mean + gain * d;
    const Matrix covariance = joint.covariance - gain * H * joint.covariance;
    EXPECT_MATRIX_NEAR(filter.model().mean, mean.tail(n), 1e-9);
    EXPECT_MATRIX_NEAR(filter.model().covariance, covariance.bottomRightCorner(n, n), 1e-9);
    const double log_likelihood =
        -0.5 * (d.dot(S.inverse() * d) + std::log(S.determinant()) +
                static_cast<double>(seen) * std::log(2.0 * std::numbers::pi));
    EXPECT_NEAR(filter.log_likelihood(), log_likelihood, 1e-9);
  }
}

// Leaving an entry out is the same as a sensor so noisy that it says nothing.
TEST(LinearGaussianFilter, AMissingEntryIsASensorThatSaysNothing) {
  LinearGaussianModel model = sample();
  model.R = Matrix{{1.0, 0.0}, {0.0, 2.0}};
  LinearGaussianFilter partial(model);
  model.R(1, 1) = 1e14;
  LinearGaussianFilter noisy(model);
  partial.update(RowVector{{0.7, kMissing}});
  noisy.update(RowVector{{0.7, 123.0}});
  EXPECT_MATRIX_NEAR(partial.model().mean, noisy.model().mean, 1e-9);
  EXPECT_MATRIX_NEAR(partial.model().covariance, noisy.model().covariance, 1e-9);
}

TEST(LinearGaussianFilter, AMissingRowLeavesThePrediction) {
  LinearGaussianFilter filter(sample());
  filter.predict();
  filter.predict();
  const RowVector mean = filter.mean();
  filter.update(RowVector{{kMissing, kMissing}});
  EXPECT_MATRIX_EQ(filter.mean(), mean);
  EXPECT_EQ(filter.log_likelihood(), 0.0);
}

TEST(LinearGaussianFilter, AdaptsByThePrintedRule) {
  const LinearGaussianModel model = sample();
  const RowVector row{{1.0, -2.0}};
  LinearGaussianFilter fixed(model), adaptive(model, {.measurement = 0.9, .process = 0.8});
  fixed.update(row);
  adaptive.update(row);
  EXPECT_MATRIX_EQ(adaptive.mean(), fixed.mean());
  const Vector e = row.transpose() - model.H * fixed.model().mean;
  const Vector correction = fixed.model().mean - model.mean;
  EXPECT_MATRIX_NEAR(adaptive.model().R,
                     0.9 * model.R + 0.1 * (e * e.transpose() + fixed.covariance()), 1e-12);
  EXPECT_MATRIX_NEAR(adaptive.model().Q, 0.8 * model.Q + 0.2 * correction * correction.transpose(),
                     1e-12);
}

TEST(LinearGaussianFilter, FollowsANoiseThatGrows) {
  LinearGaussianModel model = sample();
  LinearGaussianFilter adaptive(model, {.measurement = 0.95});
  const double before = model.R.trace();
  Rng rng(3);
  for (int t = 0; t < 300; ++t) {
    adaptive.predict();
    adaptive.update(10.0 * rng.normal(1, 2));
  }
  EXPECT_GT(adaptive.model().R.trace(), 10.0 * before);
}

TEST(LinearGaussianFilter, SaysWhatIsWrong) {
  LinearGaussianModel model = sample();
  model.R = Matrix::Identity(3, 3);
  EXPECT_REFUSED(LinearGaussianFilter{model}, "R: must be 2 x 2, got 3 x 3");
  LinearGaussianFilter filter(sample());
  EXPECT_REFUSED(filter.update(RowVector::Zero(3)), "row: must be 2 entries, got 3");
}

}  // namespace
}  // namespace elto
