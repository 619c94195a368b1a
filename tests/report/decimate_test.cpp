// SPDX-License-Identifier: Apache-2.0
#include "report/decimate.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "support/error_message.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace elto::page {
namespace {

using testing::kMissing;

/// Few different values, so that ties are common; about one in eight is missing.
Matrix arbitrary_columns() {
  const Index rows = *rc::gen::inRange<Index>(1, 400), cols = *rc::gen::inRange<Index>(1, 5);
  Matrix columns(rows, cols);
  for (double& value : columns.reshaped()) {
    const int drawn = *rc::gen::inRange(-28, 36);
    value = drawn > 27 ? kMissing : drawn / 4.0;
  }
  return columns;
}

Index arbitrary_most(const Matrix& columns) {
  return *rc::gen::inRange<Index>(3 * columns.cols() + 2, 200);
}

/// Smallest of a column among some rows, NaN if it is nowhere there; largest by its negative.
double smallest(const Vector& column) {
  double found = kMissing;
  for (const double value : column) found = std::fmin(found, value);
  return found;
}

RC_GTEST_PROP(Decimate, KeepsOrderAndBothEndsAndTheLimit, ()) {
  const Matrix columns = arbitrary_columns();
  const Index most = arbitrary_most(columns);
  const std::vector<Index> kept = decimate(columns, most);
  RC_ASSERT(static_cast<Index>(kept.size()) <= most);
  RC_ASSERT(kept.front() == 0);
  RC_ASSERT(kept.back() == columns.rows() - 1);
  RC_ASSERT(std::adjacent_find(kept.begin(), kept.end(), std::greater_equal<>()) == kept.end());
}

RC_GTEST_PROP(Decimate, KeepsTheExtremesOfEveryColumn, ()) {
  const Matrix columns = arbitrary_columns();
  const std::vector<Index> kept = decimate(columns, arbitrary_most(columns));
  for (Index j = 0; j < columns.cols(); ++j) {
    const Vector all = columns.col(j), some = columns.col(j)(kept);
    if (all.array().isNaN().all()) continue;
    RC_ASSERT(smallest(all) == smallest(some));
    RC_ASSERT(smallest(-all) == smallest(-some));
  }
}

RC_GTEST_PROP(Decimate, BridgesNoLongGap, ()) {
  // A gap longer than two buckets holds a whole one, of which a missing row is kept.
  Matrix columns = arbitrary_columns();
  const Index most = arbitrary_most(columns);
  const Index buckets = (most - 2) / (3 * columns.cols());
  const Index length = 2 * (columns.rows() / buckets + 1);
  RC_PRE(length < columns.rows());
  const Index begin = *rc::gen::inRange<Index>(0, columns.rows() - length);
  columns.col(0).segment(begin, length).setConstant(kMissing);
  const std::vector<Index> kept = decimate(columns, most);
  RC_ASSERT(std::any_of(kept.begin(), kept.end(),
                        [&](Index t) { return t >= begin && t < begin + length; }));
}

RC_GTEST_PROP(Decimate, KeepsSomethingMissingOfEveryColumnThatHasAny, ()) {
  const Matrix columns = arbitrary_columns();
  const std::vector<Index> kept = decimate(columns, arbitrary_most(columns));
  for (Index j = 0; j < columns.cols(); ++j)
    RC_ASSERT(columns.col(j).hasNaN() == columns.col(j)(kept).hasNaN());
}

TEST(Decimate, KeepsAllRowsOfAShortTable) {
  EXPECT_EQ(decimate(Matrix::Zero(5, 1), 5), (std::vector<Index>{0, 1, 2, 3, 4}));
}

TEST(Decimate, KeepsAPeakAndAGapOfOneRow) {
  Matrix column = Matrix::Zero(10'000, 1);
  column(4'321, 0) = 9.0;
  column(7'654, 0) = kMissing;
  const std::vector<Index> kept = decimate(column, 100);
  EXPECT_TRUE(std::binary_search(kept.begin(), kept.end(), 4'321));
  EXPECT_TRUE(std::binary_search(kept.begin(), kept.end(), 7'654));
}

TEST(Decimate, RefusesALimitBelowOneBucket) {
  EXPECT_REFUSED(decimate(Matrix::Zero(5, 2), 7),
                 "most: must be at least 3 per column and 2, got 7");
}

}  // namespace
}  // namespace elto::page
