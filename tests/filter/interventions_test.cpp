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
}

}  // namespace
}  // namespace elto
