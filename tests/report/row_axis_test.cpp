// SPDX-License-Identifier: Apache-2.0
#include "report/row_axis.hpp"

#include <limits>
#include <utility>

#include <gtest/gtest.h>

namespace elto::page {
namespace {

Series timed(Vector time) {
  Series series = Matrix::Zero(time.size(), 1);
  series.time = {"t", std::move(time)};
  return series;
}

TEST(RowAxis, CountsRowsOfASeriesWithoutTime) {
  const RowAxis axis = row_axis(Matrix::Zero(3, 1));
  EXPECT_EQ(axis.kind, RowAxisKind::row);
  EXPECT_EQ(axis.positions, (Vector{{0.0, 1.0, 2.0}}));
  EXPECT_FALSE(axis.time_ignored);
  EXPECT_EQ(row_axis(Matrix::Zero(1, 1)).positions, Vector::Zero(1));
}

TEST(RowAxis, TakesNumericTimesAsTheyAre) {
  const RowAxis axis = row_axis(timed(Vector{{0.5, 0.75, 2.0}}));
  EXPECT_EQ(axis.kind, RowAxisKind::number);
  EXPECT_EQ(axis.positions, (Vector{{0.5, 0.75, 2.0}}));
}

TEST(RowAxis, TurnsTimestampsIntoMilliseconds) {
  Series series = timed(Vector{{1.0, 2.5}});
  series.time.labels = {"1970-01-01T00:00:01Z", "1970-01-01T00:00:02.5Z"};
  const RowAxis axis = row_axis(series);
  EXPECT_EQ(axis.kind, RowAxisKind::date);
  EXPECT_EQ(axis.positions, (Vector{{1000.0, 2500.0}}));
}

TEST(RowAxis, CountsRowsIfTimesDoNotAscend) {
  for (const double second : {0.5, std::numeric_limits<double>::quiet_NaN()}) {
    const RowAxis axis = row_axis(timed(Vector{{1.0, second, 2.0}}));
    EXPECT_EQ(axis.kind, RowAxisKind::row);
    EXPECT_TRUE(axis.time_ignored);
    EXPECT_EQ(axis.positions, (Vector{{0.0, 1.0, 2.0}}));
  }
}

}  // namespace
}  // namespace elto::page
