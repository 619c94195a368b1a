// SPDX-License-Identifier: Apache-2.0
#include "elto/series/snap.hpp"

#include <cmath>
#include <limits>

#include "elto/core/error.hpp"

#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

Series rows(const Vector& times, const Matrix& values) {
  Series series(values, {"a", "b"});
  series.time = {.name = "t", .values = times, .labels = {}};
  return series;
}

TEST(SnapToGrid, AveragesWhatMeetsAndLeavesOutWhatIsNotThere) {
  const Series snapped =
      snap_to_grid(rows(Vector{{9.0, 11.0, 20.4, 39.0}},
                        Matrix{{1.0, kNone}, {3.0, 5.0}, {kNone, 7.0}, {4.0, kNone}}),
                   10.0);
  EXPECT_EQ(snapped.time.values, (Vector{{10.0, 20.0, 30.0, 40.0}}));
  EXPECT_EQ(snapped.time.name, "t");
  EXPECT_EQ(snapped.channels, (std::vector<std::string>{"a", "b"}));
  const Matrix expected{{2.0, 5.0}, {kNone, 7.0}, {kNone, kNone}, {4.0, kNone}};
  for (Index t = 0; t < 4; ++t)
    for (Index j = 0; j < 2; ++j) {
      EXPECT_EQ(std::isnan(snapped.values(t, j)), std::isnan(expected(t, j))) << t << " " << j;
      if (std::isnan(expected(t, j))) continue;
      EXPECT_EQ(snapped.values(t, j), expected(t, j));
    }
}

TEST(SnapToGrid, ChangesNoRowThatIsOnTheGrid) {
  const Matrix values{{1.0, 2.0}, {3.0, 4.0}, {5.0, 6.0}};
  const Vector times{{-0.1, 0.0, 0.1}};
  const Series snapped = snap_to_grid(rows(times, values), 0.1);
  EXPECT_EQ(snapped.values, values);
  EXPECT_EQ(snapped.time.values, times);
}

TEST(SnapToGrid, RefusesWhatMakesNoGrid) {
  const Series two = rows(Vector{{0.0, 1e6}}, Matrix::Zero(2, 2));
  EXPECT_REFUSED(snap_to_grid(two, 0.0), "step");
  EXPECT_REFUSED(snap_to_grid(two, kNone), "step");
  EXPECT_REFUSED(snap_to_grid(two, 1.0), "100 places a row");
  EXPECT_REFUSED(snap_to_grid(Series(Matrix::Zero(2, 1)), 1.0), "time column");
  EXPECT_REFUSED(snap_to_grid(rows(Vector{{1.0, 0.0}}, Matrix::Zero(2, 2)), 1.0), "in order");
}

}  // namespace
}  // namespace elto
