// SPDX-License-Identifier: Apache-2.0
#include "elto/diagnostics/noise_level.hpp"

#include <cmath>
#include <numbers>

#include "elto/core/random.hpp"

#include "support/lorenz96.hpp"
#include "support/matrix_near.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace elto {
namespace {

using testing::kMissing;

Vector sine(Index rows, double period) {
  return (2.0 * std::numbers::pi / period * Vector::LinSpaced(rows, 0.0, double(rows - 1)))
      .array()
      .sin();
}

Vector random_walk(Index rows, Rng& rng) {
  Vector x = rng.normal(rows, 1);
  for (Index t = 1; t < rows; ++t) x[t] += x[t - 1];
  return x;
}

/// Mean noise level of 100 series, which leaves the bias: the spread is a tenth of one series'.
template <class Make>
double mean_level(const Make& make) {
  double sum = 0.0;
  for (std::uint32_t seed = 1; seed <= 100; ++seed) {
    Rng rng(seed);
    sum += noise_level(Series(make(rng)))[0];
  }
  return sum / 100.0;
}

// Tolerances: the bias that the header states, and three standard errors.
TEST(NoiseLevel, IsThatOfAllRowsIfNoiseComesAndGoes) {
  Matrix noise = Rng(31).normal(2000, 1);
  for (Index t = 0; t < 2000; ++t)
    if (t / 500 % 2 == 0) noise(t, 0) *= 0.1;
  EXPECT_NEAR(noise_level(noise)[0] / std::sqrt(noise.squaredNorm() / 2000.0), 1.0, 0.1);
}

TEST(NoiseLevel, OfWhiteNoiseIsItsDeviation) {
  const auto white = [](Index rows) { return [=](Rng& rng) { return rng.normal(rows, 1); }; };
  EXPECT_NEAR(mean_level(white(1000)), 1.0, 0.02);
  EXPECT_NEAR(mean_level(white(200)), 1.0, 0.04);
  EXPECT_NEAR(mean_level(white(21)), 1.0, 0.10);
}

TEST(NoiseLevel, IgnoresASmoothSignal) {
  const auto noisy_sine = [](Index rows, double period) {
    return [=](Rng& rng) { return (sine(rows, period) + 0.1 * rng.normal(rows, 1)).eval(); };
  };
  EXPECT_NEAR(mean_level(noisy_sine(1000, 50.0)), 0.1, 0.003);
  EXPECT_NEAR(mean_level(noisy_sine(1000, 10.0)), 0.1, 0.004);
  EXPECT_NEAR(mean_level(noisy_sine(200, 10.0)), 0.1, 0.008);
  EXPECT_NEAR(mean_level(noisy_sine(21, 10.0)), 0.1, 0.018);
}

TEST(NoiseLevel, IsLittleRaisedByAFastSignal) {
  const Matrix every_step = testing::lorenz96(5000, 5, 0.0, 1).clean;
  const Vector truth = every_step.col(0)(Eigen::seqN(0, 1000, 5));  // time step 0.05
  const double level =
      mean_level([&](Rng& rng) { return (truth + 0.1 * rng.normal(1000, 1)).eval(); });
  EXPECT_NEAR(level, 0.1, 0.003);
}

TEST(NoiseLevel, OfARandomWalkIsHalfItsStep) {
  EXPECT_NEAR(mean_level([](Rng& rng) { return random_walk(1000, rng); }), 0.54, 0.02);
  EXPECT_NEAR(mean_level([](Rng& rng) { return random_walk(21, rng); }), 0.54, 0.08);
}

TEST(NoiseLevel, IsZeroWithoutNoise) {
  EXPECT_EQ(noise_level(Matrix::Constant(50, 1, 0.1))[0], 0.0);
  EXPECT_EQ(noise_level(Vector::LinSpaced(33, 0.0, 32.0))[0], 0.0);
  EXPECT_LT(noise_level(sine(1000, 100.0))[0], 1e-6);
}

TEST(NoiseLevel, IsNotFooledByOutliersAndJumps) {
  Rng rng(3);
  Matrix y = rng.normal(2000, 1);
  for (Index t = 0; t < 2000; t += 50) y(t, 0) += 1e3;
  y.bottomRows(700).array() += 1e4;
  EXPECT_NEAR(noise_level(y)[0], 1.0, 0.25);  // every order touches up to 7 of 50 differences
}

TEST(NoiseLevel, IsMeasuredPerChannel) {
  Rng rng(4);
  const Vector unit{{1e-6, 1.0, 1e6}};
  const RowVector level = noise_level(rng.normal(5000, 3) * unit.asDiagonal());
  EXPECT_MATRIX_NEAR(level * unit.cwiseInverse().asDiagonal(), RowVector::Ones(3), 0.08);
}

TEST(NoiseLevel, DifferencesDoNotStraddleAMissingEntry) {
  Rng rng(5);
  Matrix y = rng.normal(600, 2);
  for (Index t = 5; t < 600; t += 6) {  // a new level after every gap, in the first channel
    y(t, 0) = kMissing;
    y.col(0).tail(599 - t).array() += 100.0;
  }
  const RowVector level = noise_level(y);
  EXPECT_NEAR(level[0], 1.0, 0.2);
  EXPECT_EQ(level[1], noise_level(Matrix(y.col(1)))[0]);
}

TEST(NoiseLevel, IsUnknownWithFewerThanFourDifferences) {
  EXPECT_TRUE(std::isnan(noise_level(Matrix{{1.0}, {2.0}, {4.0}, {3.0}})[0]));
  EXPECT_FALSE(std::isnan(noise_level(Matrix{{1.0}, {2.0}, {4.0}, {3.0}, {9.0}})[0]));
  EXPECT_TRUE(std::isnan(noise_level(Matrix::Constant(100, 1, kMissing))[0]));
  EXPECT_TRUE(std::isnan(noise_level(Matrix::Zero(1, 1))[0]));
}

RC_GTEST_PROP(NoiseLevel, FollowsTheUnitAndIgnoresOffsetAndDirection, ()) {
  Rng rng(*rc::gen::arbitrary<std::uint32_t>());
  const Index rows = *rc::gen::inRange<Index>(10, 200);
  const Vector y = random_walk(rows, rng) + rng.normal(rows, 1);
  const double level = noise_level(y)[0];
  const double scale = std::exp(10.0 * rng.uniform() - 5.0);
  const auto near = [&](double a) { return std::abs(a - level) < 1e-9 * level; };
  RC_ASSERT(near(noise_level((scale * y.array() - 7.0 * scale).matrix())[0] / scale));
  RC_ASSERT(near(noise_level(y.reverse())[0]));
}

}  // namespace
}  // namespace elto
