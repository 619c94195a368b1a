// SPDX-License-Identifier: Apache-2.0
#include "elto/diagnostics/stein_risk.hpp"

#include <cmath>

#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Matrix wave(Index rows) {
  Matrix truth(rows, 2);
  for (Index t = 0; t < rows; ++t)
    truth.row(t) << std::sin(0.05 * double(t)), std::cos(0.03 * double(t));
  return truth;
}

/// The mean of so many rows around each.
Smoother moving_mean(Index half) {
  return [half](const Matrix& rows) {
    Matrix mean(rows.rows(), rows.cols());
    for (Index t = 0; t < rows.rows(); ++t) {
      const Index begin = std::max<Index>(t - half, 0), end = std::min(t + half + 1, rows.rows());
      mean.row(t) = rows.middleRows(begin, end - begin).colwise().mean();
    }
    return mean;
  };
}

TEST(SteinRisk, IsTheMeanSquaredErrorThatNobodyCanSee) {
  constexpr Index kRows = 20000;
  const RowVector deviations{{0.3, 0.1}};
  const Matrix truth = wave(kRows);
  Rng rng(5);
  const Matrix rows = truth + rng.normal(kRows, 2) * deviations.asDiagonal();
  for (const Index half : {0, 1, 4, 15, 40}) {
    const double error = (moving_mean(half)(rows) - truth).cwiseAbs2().mean();
    EXPECT_NEAR(stein_risk(moving_mean(half), rows, deviations, rng), error, 2e-3) << half;
  }
}

// A mean of n rows follows each of its own rows by 1/n.
TEST(SteinRisk, IsTheClosedFormOfALinearSmoother) {
  constexpr Index kRows = 5000, kHalf = 3;
  const RowVector deviations{{0.3, 0.0}};
  Rng rng(6);
  const Matrix rows = wave(kRows) + rng.normal(kRows, 2) * deviations.asDiagonal();
  double trace = 0.0;
  for (Index t = 0; t < kRows; ++t)
    trace += 1.0 / double(std::min(t + kHalf, kRows - 1) - std::max<Index>(t - kHalf, 0) + 1);
  const double exact = (moving_mean(kHalf)(rows) - rows).cwiseAbs2().mean() - 0.09 / 2.0 +
                       2.0 * 0.09 * trace / (2.0 * kRows);
  EXPECT_NEAR(stein_risk(moving_mean(kHalf), rows, deviations, rng), exact, 1e-3);
}

TEST(SteinRisk, WithoutNoiseIsTheDistanceToTheRows) {
  Rng rng(7);
  const Matrix rows = rng.normal(50, 2);
  EXPECT_DOUBLE_EQ(stein_risk(moving_mean(2), rows, RowVector::Zero(2), rng),
                   (moving_mean(2)(rows) - rows).cwiseAbs2().mean());
}

TEST(SteinRisk, SaysWhatIsWrong) {
  Rng rng(8);
  const Matrix rows = rng.normal(50, 2);
  EXPECT_REFUSED(stein_risk(moving_mean(2), rows, RowVector{{1.0}}, rng),
                 "deviations: must be one for each channel, 2");
  EXPECT_REFUSED(stein_risk(moving_mean(2), rows, RowVector{{1.0, -1.0}}, rng),
                 "deviations: must be at least 0");
}

}  // namespace
}  // namespace elto
