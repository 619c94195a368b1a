// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/cycle.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "support/linear_dynamics_laws.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

std::vector<Cycle> all_cycles() {
  std::vector<Cycle> list;
  for (const Index harmonics : {1, 3})
    for (const double noise : {1e-12, 0.02, 1e6})
      for (const double decay : {0.0, 1e-9, 1e-4, 0.1, 3.0})
        for (const bool learns_period : {false, true})
          list.push_back({.period = 11.3,
                          .harmonics = harmonics,
                          .noise = noise,
                          .decay = decay,
                          .learns_period = learns_period});
  return list;
}

Vector by_harmonic(const Cycle& cycle, double first) {
  Vector all(2 * cycle.harmonics);
  for (Index i = 0; i < all.size(); ++i) all[i] = first / static_cast<double>(i / 2 + 1);
  return all;
}

TEST(Cycle, ObeysTheLaws) {
  for (const Cycle& one : all_cycles()) {
    SCOPED_TRACE(::testing::Message()
                 << one.harmonics << " harmonics, noise " << one.noise << ", decay " << one.decay);
    const Matrix density = by_harmonic(one, one.noise).asDiagonal();
    const double angle = 2.0 * std::numbers::pi * static_cast<double>(one.harmonics) / one.period;
    testing::expect_semigroup(one, angle);
    testing::expect_covariances(one);
    testing::expect_blocks(one);
    testing::expect_integral(one, density);
    // The formula of fourth order does not follow a phase that turns more often.
    if (one.learns_period)
      testing::expect_derivatives(one, {1e-6, 1e-4, 0.01, 0.3, 1.0, 1.7});
    else
      testing::expect_derivatives(one);
    testing::expect_round_trip(one);
  }
}

TEST(Cycle, ComesBackAfterAPeriod) {
  const Cycle season{.period = 7.0, .harmonics = 3};
  EXPECT_TRUE(season.transition(7.0).F.isIdentity(1e-14));
  const Matrix half = season.transition(3.5).F;
  EXPECT_NEAR(half(0, 0), -1.0, 1e-14);
  EXPECT_NEAR(half(2, 2), 1.0, 1e-14);
  EXPECT_EQ(season.readout(), (RowVector{{1.0, 0.0, 1.0, 0.0, 1.0, 0.0}}));
}

TEST(Cycle, IsStationaryIfDamped) {
  for (const Cycle& one : all_cycles()) {
    if (one.decay == 0.0) continue;
    SCOPED_TRACE(::testing::Message() << "noise " << one.noise << ", decay " << one.decay);
    const double first = one.noise / (2.0 * one.decay);
    testing::expect_stationary(one, by_harmonic(one, first).asDiagonal());
    const Vector initial = one.initial().diagonal();
    const double bounded = 1.0 / (1.0 / first + 0.1);
    EXPECT_LE((initial - by_harmonic(one, bounded)).cwiseAbs().maxCoeff(), 1e-14 * bounded);
  }
  EXPECT_EQ(Cycle{}.initial().diagonal(), (Vector{{3.0, 3.0}}));
}

TEST(Cycle, IsRefusedByItsField) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(testing::refused(Cycle{}), "");
  EXPECT_EQ(testing::refused(Cycle{.harmonics = 0}), "harmonics");
  for (const double wrong : {0.0, -1.0, kInfinite, std::nan("")}) {
    EXPECT_EQ(testing::refused(Cycle{.period = wrong}), "period");
    EXPECT_EQ(testing::refused(Cycle{.noise = wrong}), "noise");
  }
  for (const double wrong : {-1.0, kInfinite, std::nan("")})
    EXPECT_EQ(testing::refused(Cycle{.decay = wrong}), "decay");
}

}  // namespace
}  // namespace elto
