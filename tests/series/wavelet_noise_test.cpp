// SPDX-License-Identifier: Apache-2.0
#include "elto/series/wavelet_noise.hpp"

#include <cmath>
#include <vector>

#include "elto/core/random.hpp"

#include "support/matrix_near.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kMissing;

// By hand: of (1, 2, 4) the extended row is 4 2 1 | 1 2 4 | 4 2 1, the coefficients begin at y_1
// y_0 y_-1 y_-2, y_3 y_2 y_1 y_0 and y_5 y_4 y_3 y_2.
TEST(WaveletNoise, IsTheMedianOfTheCoefficients) {
  const double r = std::sqrt(3.0), scale = 4.0 * std::sqrt(2.0);
  const double g0 = -(1 + r) / scale, g1 = (3 + r) / scale, g2 = -(3 - r) / scale,
               g3 = (1 - r) / scale;
  const double d0 = std::abs(2 * g0 + g1 + g2 + 2 * g3),
               d1 = std::abs(4 * g0 + 4 * g1 + 2 * g2 + g3),
               d2 = std::abs(g0 + 2 * g1 + 4 * g2 + 4 * g3);
  const double middle = d0 + d1 + d2 - std::max({d0, d1, d2}) - std::min({d0, d1, d2});
  EXPECT_NEAR(wavelet_noise(Series(Matrix{{1.0}, {2.0}, {4.0}}))[0], middle / 0.6744897501960817,
              1e-14);
}

TEST(WaveletNoise, FindsTheNoiseOfFieldsAndChannels) {
  Rng rng(1);
  const Vector space = Vector::LinSpaced(200, 0.0, 1.0), time = Vector::LinSpaced(300, 0.0, 1.0);
  const Matrix smooth =
      (6.0 * time).array().sin().matrix() * (5.0 * space).array().cos().matrix().transpose();
  const Matrix noise = rng.normal(300, 200);
  EXPECT_NEAR(wavelet_noise(Field{smooth + 0.3 * noise, space, time}), 0.3, 0.01);
  EXPECT_LT(wavelet_noise(Field{smooth, space, time}), 1e-6);
  EXPECT_NEAR(wavelet_noise(Series(smooth + 0.3 * noise)).mean(), 0.3, 0.01);
}

// A constant and a straight line have no details, except at the ends where the line is reflected.
TEST(WaveletNoise, IsZeroWithoutNoise) {
  EXPECT_LT(wavelet_noise(Series(Matrix::Constant(20, 1, 3.0)))[0], 1e-14);
  EXPECT_LT(wavelet_noise(Series(Vector::LinSpaced(50, 0.0, 1.0)))[0], 1e-14);
  EXPECT_EQ(wavelet_noise(Series(Matrix::Zero(20, 1)))[0], 0.0);
}

TEST(WaveletNoise, PassesOverMissingEntries) {
  Rng rng(2);
  Matrix y = rng.normal(4000, 2);
  y.col(0).segment(100, 50).setConstant(kMissing);
  y.col(1).setConstant(kMissing);
  const RowVector sigma = wavelet_noise(Series(y));
  EXPECT_NEAR(sigma[0], 1.0, 0.06);
  EXPECT_TRUE(std::isnan(sigma[1]));
}

TEST(WaveletNoise, DoesNotDependOnTheDirectionOfTheAxes) {
  Rng rng(3);
  const Matrix y = rng.normal(31, 20);
  const Vector space = Vector::LinSpaced(20, 0.0, 1.0), time = Vector::LinSpaced(31, 0.0, 1.0);
  EXPECT_NEAR(wavelet_noise(Field{y, space, time}),
              wavelet_noise(Field{y.transpose(), time, space}), 1e-14);
}

}  // namespace
}  // namespace elto
