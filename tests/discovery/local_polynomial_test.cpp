// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/local_polynomial.hpp"

#include <cmath>

#include "elto/core/random.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

// Savitzky and Golay's tables: quadratic over 5 points, smoothing and first derivative.
TEST(LocalPolynomial, HasTheKnownWeights) {
  const LocalPolynomial quadratic{.degree = 2, .half_width = 2};
  EXPECT_MATRIX_NEAR(local_polynomial_weights(quadratic, 0),
                     Vector({{-3.0, 12.0, 17.0, 12.0, -3.0}}) / 35.0, 1e-14);
  EXPECT_MATRIX_NEAR(local_polynomial_weights(quadratic, 1),
                     Vector({{-2.0, -1.0, 0.0, 1.0, 2.0}}) / 10.0, 1e-14);
  EXPECT_MATRIX_NEAR(local_polynomial_weights(quadratic, 2),
                     Vector({{2.0, -1.0, -2.0, -1.0, 2.0}}) / 7.0, 1e-14);
}

TEST(LocalPolynomial, IsExactForPolynomialsOfItsDegree) {
  const double h = 0.05;
  const Vector x = h * Vector::LinSpaced(60, 0.0, 59.0);
  const LocalPolynomial options;
  const Matrix field = x.array().pow(4.0).matrix().transpose();
  const auto inside = x.segment(10, 40).array();
  EXPECT_MATRIX_NEAR(space_derivative(field, 1, h, options),
                     (4.0 * inside.cube()).matrix().transpose(), 1e-9);
  EXPECT_MATRIX_NEAR(space_derivative(field, 3, h, options), (24.0 * inside).matrix().transpose(),
                     1e-8);
}

TEST(LocalPolynomial, TimeIsSpaceTransposed) {
  Rng rng(1);
  const Matrix field = rng.normal(30, 25);
  EXPECT_MATRIX_EQ(time_derivative(field, 1, 0.1, {}),
                   space_derivative(field.transpose(), 1, 0.1, {}).transpose());
}

TEST(LocalPolynomial, SaysWhatIsWrong) {
  EXPECT_REFUSED(local_polynomial_weights({.degree = 4, .half_width = 1}, 1),
                 "half_width: must be at least half the degree, 4, got 1");
  EXPECT_REFUSED(local_polynomial_weights({}, 5),
                 "order: must be at least 0 and at most the degree, 4, got 5");
  EXPECT_REFUSED(space_derivative(Matrix::Zero(3, 20), 1, 1.0, {}),
                 "half_width: must be less than half of the 20 points, got 10");
}

}  // namespace
}  // namespace elto
