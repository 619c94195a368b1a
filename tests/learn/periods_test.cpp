// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/periods.hpp"

#include <cmath>
#include <numbers>

#include "elto/core/random.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

double sine_wave(double t, double period) {
  return std::sin(2.0 * std::numbers::pi * t / period);
}

template <class Signal>
Rows rows_of(Index count, Signal signal) {
  Rows rows{.times = Vector::LinSpaced(count, 0.0, static_cast<double>(count - 1)),
            .values = Matrix(count, 1)};
  for (Index t = 0; t < count; ++t) rows.values(t, 0) = signal(static_cast<double>(t));
  return rows;
}

TEST(Periods, FindsSines) {
  Rng rng(1000);
  for (const double period : {3.3, 12.0, 24.0, 52.18, 150.0}) {
    const auto found = find_period(
        rows_of(1000, [&](double t) { return sine_wave(t, period) + 0.3 * rng.normal(); }));
    ASSERT_TRUE(found);
    // A tenth of what the length of the series resolves.
    EXPECT_NEAR(found->length, period, 0.1 * period * period / 1000.0 + 1e-3) << period;
    EXPECT_GT(found->prominence, kSeasonProminence);
    EXPECT_EQ(found->harmonics, 1) << period;
  }
}

TEST(Periods, FindsTheFundamentalOfAComb) {
  Rng rng(1000);
  const auto comb = [&](double t) {
    return (std::fmod(t, 24.0) < 3.0 ? 1.0 : 0.0) + 0.1 * rng.normal();
  };
  const Rows rows = rows_of(720, comb);
  const auto found = find_period(rows);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->length, 24.0, 0.1);
  EXPECT_GE(found->harmonics, 4);
  EXPECT_GE(harmonics_at(rows, 24.0, kHarmonicProminence), 4);
}

TEST(Periods, FindsASeasonUnderATrend) {
  Rng rng(1000);
  // Grows by ten of its seasons in twelve years of months, and they grow with it.
  const auto found = find_period(rows_of(144, [&](double t) {
    return 0.07 * t + (0.5 + t / 144.0) * (sine_wave(t, 12.0) + 0.4 * sine_wave(t, 6.0)) +
           0.1 * rng.normal();
  }));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->length, 12.0, 0.2);
  EXPECT_GT(found->prominence, kSeasonProminence);
}

TEST(Periods, FindsHardlyAnyInNoiseAndRandomWalks) {
  int noise = 0, walk = 0;
  for (unsigned seed = 1000; seed < 1050; ++seed) {
    Rng rng(seed);
    const auto in_noise = find_period(rows_of(1000, [&](double) { return rng.normal(); }));
    noise += in_noise && in_noise->prominence > kSeasonProminence;
    double level = 0.0;
    const auto in_walk = find_period(rows_of(1000, [&](double) { return level += rng.normal(); }));
    walk += in_walk && in_walk->prominence > kSeasonProminence;
  }
  EXPECT_LE(noise, 5);
  EXPECT_LE(walk, 8);
}

TEST(Periods, HarmonicsThatAreNotThereAreNotCounted) {
  Rng rng(1000);
  const Rows rows = rows_of(
      720, [&](double t) { return sine_wave(t, 24.0) + sine_wave(t, 8.0) + 0.3 * rng.normal(); });
  EXPECT_EQ(harmonics_at(rows, 24.0, 20.0), 3);
}

TEST(Periods, JitterAndMissingEntriesDoNotHide) {
  Rng rng(1000);
  Rows rows = rows_of(600, [&](double t) { return sine_wave(t, 20.0); });
  for (Index t = 0; t < 600; ++t) {
    rows.times[t] += 0.4 * rng.uniform();
    rows.values(t, 0) = rng.uniform() < 0.2 ? std::nan("") : sine_wave(rows.times[t], 20.0);
  }
  const auto found = find_period(rows);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->length, 20.0, 0.2);
}

TEST(Periods, FewEntriesHaveNone) {
  EXPECT_FALSE(find_period(rows_of(7, [](double t) { return t; })));
  EXPECT_FALSE(find_period(rows_of(50, [](double) { return std::nan(""); })));
  EXPECT_EQ(harmonics_at(rows_of(5, [](double t) { return t; }), 3.0, 6.0), 1);
}

TEST(Periods, FindsTheWeekOfADayThoughALevelWanders) {
  for (unsigned seed = 1000; seed < 1003; ++seed) {
    Rng rng(seed);
    double level = 0.0;
    const Rows rows = rows_of(24 * 7 * 6, [&](double t) {
      const bool weekend = static_cast<Index>(t) / 24 % 7 >= 5;
      level = 0.98 * level + 0.1 * rng.normal();
      return (weekend ? 0.5 : 1.0) * sine_wave(t, 24.0) - (weekend ? 1.0 : 0.0) + level +
             0.3 * rng.normal();
    });
    EXPECT_EQ(find_multiple(rows, 24.0), 7) << seed;
  }
}

TEST(Periods, ADayWithoutAWeekHasNoMultiple) {
  int found = 0;
  for (unsigned seed = 1000; seed < 1010; ++seed) {
    Rng rng(seed);
    found +=
        find_multiple(rows_of(24 * 7 * 6,
                              [&](double t) {
                                return sine_wave(t, 24.0) + 0.5 * sine_wave(t, 8.0) + rng.normal();
                              }),
                      24.0)
            .has_value();
  }
  EXPECT_LE(found, 3);
  EXPECT_FALSE(find_multiple(rows_of(30, [](double t) { return t; }), 24.0));
}

}  // namespace
}  // namespace elto
