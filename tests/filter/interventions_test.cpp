// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/interventions.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "elto/core/random.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

constexpr double kNoise = 0.05;

LinearModel trend(double noise = 1e-4) {
  return {Components({IntegratedWiener{.order = 2, .noise = noise, .level_noise = 1e-6}}),
          kNoise * kNoise};
}
LinearModel level() {
  return {Components({IntegratedWiener{.order = 1, .noise = 1e-5}}), kNoise * kNoise};
}

Rows rows_of(const Vector& values) {
  return {.times = Vector::LinSpaced(values.size(), 0.0, static_cast<double>(values.size() - 1)),
          .values = values};
}

/// A sine, or nothing, with noise.
Vector wave(Index count, double height, unsigned seed) {
  Rng rng(seed);
  Vector y(count);
  for (Index t = 0; t < count; ++t)
    y[t] = height * std::sin(2.0 * std::numbers::pi * static_cast<double>(t) / 80.0) +
           kNoise * rng.normal();
  return y;
}

TEST(Interventions, FindsEveryOutlierOnASineAndNothingElse) {
  Vector y = wave(1000, 1.0, 1000);
  std::vector<Index> put;
  for (Index t = 13; t < 1000; t += 26) {
    y[t] += (t % 4 < 2 ? -1.0 : 1.0) * 20.0 * kNoise;
    put.push_back(t);
  }
  ASSERT_EQ(put.size(), 38u);
  y[400] -= 20.0 * kNoise;
  put.push_back(400);
  std::sort(put.begin(), put.end());
  const Interventions found = find_interventions(trend(), rows_of(y));
  EXPECT_EQ(found.outliers, put);
  EXPECT_TRUE(found.jumps.empty());
}

TEST(Interventions, FindsTwoOutliersBesideEachOther) {
  for (const double second : {1.0, -1.0}) {
    Vector y = wave(300, 1.0, 1001);
    y[150] += 20.0 * kNoise;
    y[151] += second * 20.0 * kNoise;
    const Interventions found = find_interventions(trend(), rows_of(y));
    EXPECT_EQ(found.outliers, (std::vector<Index>{150, 151})) << second;
    EXPECT_TRUE(found.jumps.empty());
  }
}

TEST(Interventions, FindsStepsAtTheirRows) {
  Vector y = wave(300, 0.0, 1002);
  y.segment(80, 120).array() += 1.0;
  y.tail(100).array() -= 2.0;
  const Interventions found = find_interventions(level(), rows_of(y));
  EXPECT_EQ(found.jumps, (std::vector<Index>{80, 200}));
  EXPECT_TRUE(found.outliers.empty());
}

TEST(Interventions, DropsAJumpThatIsNone) {
  const Rows rows = rows_of(wave(300, 0.0, 1003));
  EXPECT_TRUE(find_interventions(level(), rows, {.outliers = {50}, .jumps = {120, 200}}).empty());
}

TEST(Interventions, LeavesPulsesAlone) {
  // From three rows on; their edges may be jumps.
  for (const Index width : {3, 5, 10}) {
    Vector y = wave(300, 0.0, 1004);
    y.segment(150, width).array() += 1.0;
    const Interventions found = find_interventions(trend(0.02), rows_of(y));
    EXPECT_EQ(found.outliers, std::vector<Index>{}) << width;
  }
}

TEST(Interventions, LeavesPulsesOfTwoRowsAloneThatComeAgainAndAgain) {
  Vector y = wave(1000, 0.0, 1004);
  for (Index t = 20; t < 1000; t += 50) y.segment(t, 2).array() += 1.0;
  EXPECT_TRUE(find_interventions(level(), rows_of(y)).outliers.empty());
}

/// Up within a row, down within six, every fifty rows.
Vector spikes(Index count, unsigned seed) {
  Vector y = wave(count, 0.0, seed);
  for (Index at = 20; at + 10 < count; at += 50)
    for (Index k = 0; k < 6; ++k) y[at + k] += 3.0 * std::pow(0.5, static_cast<double>(k));
  return y;
}

TEST(Interventions, FindsBurstsAsRunsOfJumpsAndNoOutliersInThem) {
  const Rows rows = rows_of(spikes(500, 1010));
  const Interventions found = find_interventions(level(), rows, {}, Movement::in_bursts);
  EXPECT_TRUE(found.outliers.empty());
  for (const Index t : found.jumps) {
    const Index within = (t + 30) % 50;
    EXPECT_LE(within, 7) << t;
  }
  for (Index at = 20; at + 10 < 500; at += 50)
    for (Index k = 0; k < 4; ++k)
      EXPECT_TRUE(std::binary_search(found.jumps.begin(), found.jumps.end(), at + k)) << at + k;
}

TEST(Interventions, FindsLoneOutliersBesideBursts) {
  Vector y = spikes(500, 1011);
  y[100] += 20.0 * kNoise;
  y[301] -= 20.0 * kNoise;
  const Rows rows = rows_of(y);
  EXPECT_EQ(find_interventions(level(), rows, {}, Movement::in_bursts).outliers,
            (std::vector<Index>{100, 301}));
}

TEST(Interventions, FindsNoBurstsInNoise) {
  for (unsigned seed = 1020; seed < 1030; ++seed)
    EXPECT_TRUE(find_interventions(level(), rows_of(wave(1000, 0.0, seed)), {}, Movement::in_bursts)
                    .empty())
        << seed;
}

/// A jump that is known is dropped by what the formula says of the likelihood without it.
TEST(Interventions, WhatAJumpGainsIsTheDifferenceOfLikelihoods) {
  Vector y = wave(200, 0.0, 1012);
  y.tail(80).array() += 0.25;
  const Rows rows = rows_of(y);
  const LinearModel model = level();
  const SmoothedRows without = smooth(model, rows);
  for (const Index t : {60, 120}) {
    const Treated treated = treat(rows, {.outliers = {}, .jumps = {t}});
    const SmoothedRows with = smooth(model, treated.rows, treated.jumps);
    const double gained = with.log_likelihood - without.log_likelihood;
    const double x = kJumpVariance * without.jump_precision[t];
    EXPECT_NEAR(0.5 * (without.jump[t] * x / (1.0 + x) - std::log1p(x)), gained, 1e-8);
    const double left = 1.0 - kJumpVariance * with.jump_precision[t];
    EXPECT_NEAR(with.jump[t] / left, without.jump[t], 1e-6 * without.jump[t]);
    EXPECT_NEAR(with.jump_precision[t] / left, without.jump_precision[t],
                1e-6 * without.jump_precision[t]);
  }
}

TEST(Interventions, OfALongSeriesAreThoseOfItsStretches) {
  Vector y = wave(9000, 1.0, 1013);
  std::vector<Index> put;
  for (Index t = 50; t < 9000; t += 487) {
    y[t] += 20.0 * kNoise;
    put.push_back(t);
  }
  y.tail(5416).array() += 4.0;  // where a stretch ends
  const Interventions found = find_interventions(trend(), rows_of(y));
  EXPECT_EQ(found.outliers, put);
  EXPECT_EQ(found.jumps, std::vector<Index>{3584});
  EXPECT_EQ(find_interventions(trend(), rows_of(y), found), found);
}

TEST(Interventions, FindsNothingInNoise) {
  for (unsigned seed = 1000; seed < 1010; ++seed)
    EXPECT_TRUE(find_interventions(level(), rows_of(wave(1000, 0.0, seed))).empty()) << seed;
}

TEST(Interventions, LeavesTheEndsAlone) {
  Vector y = wave(300, 0.0, 1005);
  y[0] += 7.0 * kNoise;
  y[299] += 7.0 * kNoise;
  EXPECT_TRUE(find_interventions(level(), rows_of(y)).outliers.empty());
}

TEST(Interventions, SetsNothingAsideWhereATenthWouldBe) {
  Vector y = wave(300, 0.0, 1006);
  for (Index t = 3; t < 300; t += 8) y[t] += 1.0;
  EXPECT_TRUE(find_interventions(level(), rows_of(y)).outliers.empty());
}

TEST(Interventions, TreatHidesOutliersAndWidensTheLevelBeforeJumps) {
  Rows rows = rows_of(wave(20, 0.0, 1007));
  rows.values(9, 0) = std::nan("");
  const Treated treated = treat(rows, {.outliers = {3}, .jumps = {10}});
  EXPECT_TRUE(std::isnan(treated.rows.values(3, 0)));
  EXPECT_EQ(treated.rows.values(4, 0), rows.values(4, 0));
  // Nobody saw whether it was before row 9 or row 10.
  ASSERT_EQ(treated.jumps.size(), 2u);
  EXPECT_EQ(treated.jumps[0].row, 9);
  EXPECT_EQ(treated.jumps[1].row, 10);
  EXPECT_EQ(treated.jumps[0].variance, treated.jumps[1].variance);
  EXPECT_TRUE(treat(rows, {}).jumps.empty());
}

TEST(Interventions, Cost) {
  const Rows rows = rows_of(Vector{{0.0, 3.0, 0.0}});
  EXPECT_EQ(cost_of(rows, {}), 0.0);
  EXPECT_NEAR(cost_of(rows, {.outliers = {1}, .jumps = {2}}), cost_of_outlier(3.0) + cost_of_jump(),
              1e-12);
  EXPECT_GT(cost_of_outlier(3.0), cost_of_outlier(0.0));
  EXPECT_LT(cost_of_outlier(1e6), 40.0);  // as far off as a number can be
  // Beside another a jump is no surprise, whatever is missing between them.
  const Rows gap = rows_of(Vector{{0.0, 3.0, std::nan(""), 0.0, 1.0, 1.0}});
  EXPECT_NEAR(cost_of(gap, {.outliers = {}, .jumps = {1, 3}}), cost_of_jump() + std::log(2.0),
              1e-12);
  EXPECT_EQ(lone_jumps(gap, {.outliers = {}, .jumps = {1, 3, 5}}), std::vector<Index>{5});
}

}  // namespace
}  // namespace elto
