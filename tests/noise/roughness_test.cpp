// SPDX-License-Identifier: Apache-2.0
#include "elto/noise/roughness.hpp"

#include <cmath>
#include <limits>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"

#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kMissing;

TEST(Roughness, OfWhiteNoiseIsItsVariance) {
  constexpr double kDeviation = 0.3;
  Rng rng(1);
  Roughness roughness(1);
  for (int t = 0; t < 20'000; ++t) roughness.add(0, kDeviation * rng.normal(), 0.9999);
  EXPECT_NEAR(roughness.variance(0), kDeviation * kDeviation, 0.003);
}

TEST(Roughness, OfNoiseOnAnySignalIsAtLeastItsVariance) {
  for (const double frequency : {0.0, 0.1, 1.0}) {
    Rng rng(2);
    Roughness roughness(1);
    for (int t = 0; t < 20'000; ++t)
      roughness.add(0, std::sin(frequency * t) + 0.3 * rng.normal(), 0.9999);
    EXPECT_GT(roughness.variance(0), 0.087) << frequency;
  }
}

TEST(Roughness, OfALineIsNothing) {
  Roughness roughness(1);
  for (int t = 0; t < 20; ++t) roughness.add(0, 3.0 * t - 7.0, 0.9);
  EXPECT_DOUBLE_EQ(roughness.variance(0), 0.0);
}

TEST(Roughness, IsNotKnownBeforeTenSecondDifferences) {
  Roughness roughness(2);
  for (int t = 0; t < 11; ++t) roughness.add(0, t % 2, 0.9);
  EXPECT_EQ(roughness.variance(0), std::numeric_limits<double>::infinity());
  roughness.add(0, 1.0, 0.9);
  EXPECT_NEAR(roughness.variance(0), 4.0 / 6.0, 1e-12);
  EXPECT_EQ(roughness.variance(1), std::numeric_limits<double>::infinity());
}

TEST(Roughness, PassesOverWhatIsMissing) {
  Roughness whole(1), broken(1);
  for (int t = 0; t < 40; ++t) {
    whole.add(0, t % 2, 0.9);
    broken.add(0, t % 13 == 12 ? kMissing : t % 2, 0.9);
  }
  EXPECT_DOUBLE_EQ(broken.variance(0), whole.variance(0));
}

TEST(Roughness, ForgetsWithItsMemory) {
  Roughness roughness(1);
  for (int t = 0; t < 100; ++t) roughness.add(0, t % 2, 0.9);
  const double before = roughness.variance(0);
  for (int t = 0; t < 2; ++t) roughness.add(0, 1.0, 0.9);  // 0 1 1: half the difference
  roughness.add(0, 1.0, 0.9);
  roughness.add(0, 1.0, 0.9);
  EXPECT_LT(roughness.variance(0), before);
  for (int t = 0; t < 100; ++t) roughness.add(0, 1.0, 0.9);
  EXPECT_LT(roughness.variance(0), 1e-4 * before);
}

TEST(Roughness, GoesOnElsewhere) {
  Roughness here(2), elsewhere(2);
  Rng rng(3);
  for (int t = 0; t < 30; ++t) {
    if (t == 20) {
      ArrayFile snapshot;
      here.store(snapshot);
      elsewhere.restore(snapshot);
      EXPECT_THROW(Roughness(3).restore(snapshot), IoError);
    }
    const double value = rng.normal();
    here.add(1, value, 0.9);
    if (t >= 20) elsewhere.add(1, value, 0.9);
  }
  EXPECT_EQ(elsewhere.variance(1), here.variance(1));
}

}  // namespace
}  // namespace elto
