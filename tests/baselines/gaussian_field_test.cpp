// SPDX-License-Identifier: Apache-2.0
#include "elto/baselines/gaussian_field.hpp"

#include <cmath>
#include <numbers>

#include "elto/core/random.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Matrix waves(Index rows, Index columns) {
  Matrix values(rows, columns);
  for (Index t = 0; t < rows; ++t)
    for (Index j = 0; j < columns; ++j)
      values(t, j) =
          std::sin(0.05 * static_cast<double>(t)) * std::cos(0.1 * static_cast<double>(j));
  return values;
}

TEST(GaussianField, IsAConvolutionOfTheReflectedValues) {
  const Vector values = Rng(4).normal(12, 1);
  Vector reflected(36);
  reflected << values.reverse(), values, values.reverse();
  for (const double width : {0.5, 1.0, 2.5}) {
    Vector expected(12);
    for (Index i = 0; i < 12; ++i) {
      const Vector distance = Vector::LinSpaced(36, -12.0, 23.0).array() - static_cast<double>(i);
      const Vector weight = (-0.5 * (distance / width).array().square()).exp();
      expected[i] = weight.dot(reflected) / weight.sum();
    }
    EXPECT_MATRIX_NEAR(gaussian_smoothed(values, {.rows = width}), expected, 2e-4);
    EXPECT_MATRIX_NEAR(gaussian_smoothed(values.transpose(), {.columns = width}),
                       expected.transpose(), 2e-4);
  }
}

TEST(GaussianField, KeepsConstantsAndWhatHasNoWidth) {
  const Matrix ones = Matrix::Ones(7, 9), values = Rng(1).normal(7, 9);
  EXPECT_MATRIX_NEAR(gaussian_smoothed(ones, {.rows = 3.0, .columns = 20.0}), ones, 1e-12);
  EXPECT_MATRIX_EQ(gaussian_smoothed(values, {}), values);
}

TEST(GaussianField, EstimatesItsErrorWithoutTheTruth) {
  const Matrix truth = waves(60, 80);
  const GaussianWidths widths{.rows = 1.5, .columns = 2.0};
  double error = 0.0, estimate = 0.0;
  Rng rng(2);
  for (int trial = 0; trial < 20; ++trial) {
    const Matrix noisy = truth + 0.3 * rng.normal(60, 80);
    error += (gaussian_smoothed(noisy, widths) - truth).squaredNorm() / 4800.0;
    estimate += estimated_error(noisy, widths, 0.09);
  }
  EXPECT_NEAR(estimate, error, 0.1 * error);
}

TEST(GaussianField, FindsWidthsThatAreNearlyTheBest) {
  const Matrix truth = waves(60, 80), noisy = truth + 0.3 * Rng(3).normal(60, 80);
  const auto error = [&](const GaussianWidths& widths) {
    return (gaussian_smoothed(noisy, widths) - truth).squaredNorm();
  };
  const double found = error(gaussian_widths(noisy, 0.09));
  for (const double rows : {1.0, 2.0, 4.0, 6.0})
    for (const double columns : {1.0, 2.0, 4.0, 6.0, 8.0})
      EXPECT_LT(found, 1.25 * error({rows, columns})) << rows << " " << columns;
  EXPECT_LT(found, 0.1 * error({}));
}

TEST(GaussianField, SaysWhatIsWrong) {
  EXPECT_REFUSED(gaussian_smoothed(Matrix::Zero(3, 3), {.rows = -1.0}),
                 "widths: must be at least 0");
  EXPECT_REFUSED(gaussian_widths(Matrix::Constant(3, 3, std::nan("")), 1.0),
                 "values: must be finite numbers");
  EXPECT_REFUSED(gaussian_widths(Matrix::Zero(3, 3), -1.0), "variance: must be at least 0");
}

}  // namespace
}  // namespace elto
