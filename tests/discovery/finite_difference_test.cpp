// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/finite_difference.hpp"

#include <cmath>

#include "elto/core/random.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(DifferenceWeights, AreTheTextbookOnes) {
  EXPECT_MATRIX_NEAR(difference_weights(Vector({{-1.0, 0.0, 1.0}}), 1), Vector({{-0.5, 0.0, 0.5}}),
                     1e-15);
  EXPECT_MATRIX_NEAR(difference_weights(Vector({{0.0, 1.0, 2.0}}), 1), Vector({{-1.5, 2.0, -0.5}}),
                     1e-15);
  EXPECT_MATRIX_NEAR(difference_weights(Vector({{0.0, 1.0, 2.0, 3.0}}), 2),
                     Vector({{2.0, -5.0, 4.0, -1.0}}), 1e-14);
  EXPECT_MATRIX_NEAR(difference_weights(Vector({{-2.0, -1.0, 0.0, 1.0, 2.0}}), 3),
                     Vector({{-0.5, 1.0, 0.0, -1.0, 0.5}}), 1e-14);
}

// Exact for polynomials of degree order + 1, at the ends too.
TEST(FiniteDifference, IsExactForPolynomials) {
  const double h = 0.3;
  const Vector x = h * Vector::LinSpaced(12, 0.0, 11.0);
  for (Index order = 1; order <= 4; ++order) {
    const auto degree = static_cast<double>(order + 1);
    const double factor = std::tgamma(degree + 1.0);
    const Matrix field = x.array().pow(degree).matrix().transpose();
    EXPECT_MATRIX_NEAR(space_difference(field, order, h), factor * x.transpose(), 1e-9) << order;
  }
}

TEST(FiniteDifference, IsOfSecondOrder) {
  for (Index order = 1; order <= 4; ++order) {
    const auto error = [&](Index points) {
      const double h = 2.0 / static_cast<double>(points - 1);
      const Vector x = Vector::LinSpaced(points, 0.0, 2.0);
      return (space_difference(x.array().exp().matrix().transpose(), order, h) -
              x.array().exp().matrix().transpose())
          .cwiseAbs()
          .maxCoeff();
    };
    EXPECT_NEAR(std::log2(error(41) / error(81)), 2.0, 0.25) << order;
  }
}

TEST(FiniteDifference, TimeIsSpaceTransposed) {
  Rng rng(1);
  const Matrix field = rng.normal(9, 7);
  EXPECT_MATRIX_EQ(time_difference(field, 2, 0.1),
                   space_difference(field.transpose(), 2, 0.1).transpose());
  EXPECT_MATRIX_EQ(space_difference(field, 0, 0.1), field);
}

TEST(FiniteDifference, SaysWhatIsWrong) {
  EXPECT_REFUSED(space_difference(Matrix::Zero(2, 3), 2, 0.1),
                 "field: must be at least 4 points for a derivative of order 2, got 3");
}

}  // namespace
}  // namespace elto
