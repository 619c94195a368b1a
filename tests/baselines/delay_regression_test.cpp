// SPDX-License-Identifier: Apache-2.0
#include "elto/baselines/delay_regression.hpp"

#include <cmath>

#include "elto/core/random.hpp"

#include "support/error_message.hpp"
#include "support/lorenz96.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

/// Two sines of different size and phase around 5: an oscillator, linear in two delays.
Matrix oscillator(Index rows, double phase) {
  Matrix y(rows, 2);
  for (Index t = 0; t < rows; ++t) {
    const double angle = 0.3 * static_cast<double>(t) + phase;
    y.row(t) << 5.0 + std::sin(angle), 5.0 + 20.0 * std::cos(angle);
  }
  return y;
}

TEST(DelayRegression, IsExactOnAnOscillatorUpToTheRidge) {
  const DelayRegression regression =
      fit_delay_regression({oscillator(200, 0.0), oscillator(100, 1.0)}, {.ridge = 1e-9});
  const Matrix y = regression.scaling.apply(oscillator(50, 2.0));
  for (Index t = 1; t + 1 < y.rows(); ++t) {
    Vector state(4), next(4);
    state << y.row(t).transpose(), y.row(t - 1).transpose();
    next << y.row(t + 1).transpose(), y.row(t).transpose();
    EXPECT_MATRIX_NEAR(regression(state), next, 1e-4);
    EXPECT_MATRIX_EQ(regression(state).tail(2), state.head(2));
  }
  EXPECT_LT(regression.residual.trace(), 1e-8);
}

TEST(DelayRegression, LearnsWhatIsNotLinear) {
  const Matrix y = testing::lorenz96(1200, 4, 0.0, 1).noisy;
  const auto fitted = [&](const Kernel& kernel) {
    return fit_delay_regression({y}, {.kernel = kernel}).residual.trace();
  };
  EXPECT_LT(fitted(DelayRegressionOptions().kernel), 0.1 * fitted(Linear{}));
}

TEST(DelayRegression, IsLinearFarFromTheData) {
  const DelayRegression regression = fit_delay_regression({oscillator(200, 0.0)});
  const Vector far{{100.0, -80.0, 95.0, -70.0}};
  EXPECT_MATRIX_NEAR(regression(2.0 * far), 2.0 * regression(far), 1e-9);
}

TEST(DelayRegression, LetsASigmaPointFilterTakeNoiseAway) {
  Rng rng(1);
  const auto noise = [&](Index rows) -> Matrix {
    return rng.normal(rows, 2) * RowVector{{0.1, 2.0}}.asDiagonal();
  };
  const DelayRegression regression = fit_delay_regression({oscillator(400, 0.0) + noise(400)});
  const Matrix clean = oscillator(300, 1.0), noisy = clean + noise(300);
  SigmaPointFilter filter(nonlinear_model(regression, {.process = 0.1, .measurement = 0.02}),
                          SigmaPoints::unscented);
  Matrix estimate(300, 2);
  for (Index t = 0; t < 300; ++t) {
    filter.predict();
    filter.update(noisy.row(t));
    estimate.row(t) = filter.mean();
  }
  for (Index j = 0; j < 2; ++j)
    EXPECT_LT((estimate - clean).col(j).squaredNorm(), 0.6 * (noisy - clean).col(j).squaredNorm());
}

TEST(DelayRegression, NoiseIsThatOfTheNewestRow) {
  const DelayRegression regression =
      fit_delay_regression({testing::lorenz96(200, 4, 0.3, 1).noisy}, {.delays = 3});
  const NonlinearModel model = nonlinear_model(regression, {.process = 2.0, .measurement = 0.5});
  EXPECT_MATRIX_NEAR(model.Q.topLeftCorner(4, 4), 2.0 * regression.residual, 1e-8);
  EXPECT_MATRIX_NEAR(model.Q.bottomRows(8), Matrix::Zero(8, 12), 1e-8);
  EXPECT_MATRIX_NEAR(model.R.diagonal().transpose(), 0.5 * regression.scaling.scale.cwiseAbs2(),
                     1e-12);
  EXPECT_MATRIX_NEAR(model.observation(Vector::Zero(12)).transpose(), regression.scaling.offset,
                     1e-12);
}

TEST(DelayRegression, SaysWhatIsWrong) {
  const std::vector<Series> series{oscillator(50, 0.0)};
  EXPECT_REFUSED(fit_delay_regression(series, {.delays = 0}), "delays: must be at least 1, got 0");
  EXPECT_REFUSED(fit_delay_regression(series, {.ridge = 0.0}),
                 "ridge: must be finite and positive");
  EXPECT_REFUSED(nonlinear_model(fit_delay_regression(series), {.process = 0.0}),
                 "process: must be positive, got 0");
}

}  // namespace
}  // namespace elto
