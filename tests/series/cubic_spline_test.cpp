// SPDX-License-Identifier: Apache-2.0
#include "elto/series/cubic_spline.hpp"

#include "elto/core/error.hpp"
#include "elto/systems/lynx_hare.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Matrix cubics(const Vector& t) {
  Matrix values(t.size(), 2);
  values.col(0) = 2.0 * t.array().cube() - t.array().square() + 3.0;
  values.col(1) = 1.0 - t.array();
  return values;
}

TEST(CubicSpline, IsExactForACubic) {
  const Vector knots{{-1.0, 0.0, 0.5, 2.0, 3.0}}, times = Vector::LinSpaced(50, -1.5, 3.5);
  EXPECT_LT((cubic_spline(knots, cubics(knots), times) - cubics(times)).cwiseAbs().maxCoeff(),
            1e-12);
}

TEST(CubicSpline, GoesThroughItsPoints) {
  const Vector knots = Vector::LinSpaced(9, 0.0, 4.0);
  const Matrix values = knots.array().sin().matrix();
  EXPECT_LT((cubic_spline(knots, values, knots) - values).cwiseAbs().maxCoeff(), 1e-15);
}

// Columns 100 and 150 of a spline with the same end conditions by SciPy.
TEST(CubicSpline, AgreesWithSciPyOnLynxAndHare) {
  const Series pelts = lynx_hare();
  const Matrix fine = cubic_spline(Vector::LinSpaced(21, 0.0, 20.0), pelts.values,
                                   Vector::LinSpaced(200, 0.0, 20.0));
  EXPECT_NEAR(fine(100, 0), 7.31856844, 1e-8);
  EXPECT_NEAR(fine(100, 1), 27.48314404, 1e-8);
  EXPECT_NEAR(fine(150, 0), 50.07616583, 1e-8);
  EXPECT_NEAR(fine(150, 1), 18.08210415, 1e-8);
}

TEST(CubicSpline, SaysWhatIsWrong) {
  const Vector knots{{0.0, 1.0, 1.0, 2.0}};
  EXPECT_THROW(cubic_spline(knots.head(3), Matrix(3, 1), knots), InvalidArgument);
  EXPECT_THROW(cubic_spline(knots, Matrix(3, 1), knots), InvalidArgument);
  EXPECT_THROW(cubic_spline(knots, Matrix::Zero(4, 1), knots), InvalidArgument);
}

}  // namespace
}  // namespace elto
