// SPDX-License-Identifier: Apache-2.0
#include "elto/series/inputs.hpp"

#include <cmath>
#include <limits>

#include "elto/core/error.hpp"
#include "elto/series/snap.hpp"
#include "elto/series/times.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kMissing;

Series table() {
  Series series(Matrix{{1, 10, 5}, {2, 20, 6}, {3, 30, 7}}, {"y", "u", "x"});
  series.time.values = Vector{{0.0, 1.0, 4.0}};
  return series;
}

Series driven(const Vector& input) {
  Series series(Matrix(Matrix::Zero(input.size(), 1)), {"y"});
  series.inputs = {input, {"u"}};
  series.time.values = Vector{{0.0, 1.0, 4.0, 4.0, 6.0}}.head(input.size());
  return series;
}

TEST(Inputs, AreTakenFromTheChannels) {
  const Series series = with_inputs(table(), {"x", "y"});
  EXPECT_EQ(series.channels, std::vector<std::string>{"u"});
  EXPECT_MATRIX_EQ(series.values, (Vector{{10.0, 20.0, 30.0}}));
  EXPECT_EQ(series.inputs.names, (std::vector<std::string>{"x", "y"}));
  EXPECT_MATRIX_EQ(series.inputs.values, (Matrix{{5, 1}, {6, 2}, {7, 3}}));
  EXPECT_MATRIX_EQ(series.time.values, table().time.values);
  EXPECT_TRUE(with_inputs(table(), {}).inputs.empty());
}

TEST(Inputs, AreRefusedByName) {
  EXPECT_REFUSED(with_inputs(table(), {"voltage"}), "one of the columns y, u, x");
  EXPECT_REFUSED(with_inputs(table(), {"u", "u"}), "named once");
  EXPECT_REFUSED(with_inputs(table(), {"y", "u", "x"}), "fewer than the columns");
  EXPECT_REFUSED(known_inputs(driven(Vector{{1.0, std::numeric_limits<double>::infinity(), 2.0}})),
                 "an infinity in row 1");
  EXPECT_REFUSED(known_inputs(driven(Vector{{kMissing, kMissing}})), "input u");
}

TEST(Inputs, MoveInStraightLinesInTime) {
  const Series series = driven(Vector{{2.0, kMissing, 10.0, 20.0, 24.0}});
  EXPECT_MATRIX_NEAR(known_inputs(series), (Vector{{2.0, 4.0, 10.0, 20.0, 24.0}}), 1e-15);
  EXPECT_EQ(missing_inputs(series), std::vector<Index>{1});
  EXPECT_MATRIX_NEAR(inputs_at(series, Vector{{-1.0, 2.0, 4.0, 5.0, 9.0}}),
                     (Vector{{2.0, 6.0, 20.0, 22.0, 24.0}}), 1e-15);
}

TEST(Inputs, StayWhereTheyAreAtTheEnds) {
  const Series series = driven(Vector{{kMissing, 3.0, kMissing, 5.0, kMissing}});
  EXPECT_MATRIX_NEAR(known_inputs(series), (Vector{{3.0, 3.0, 5.0, 5.0, 5.0}}), 1e-15);
}

TEST(Inputs, GoOnBehindTheLastEntry) {
  Series series = driven(Vector{{1.0, 2.0, 3.0, 4.0, 5.0}});
  EXPECT_EQ(up_to_last_entry(series).rows(), 5);
  series.values.bottomRows(2).setConstant(kMissing);
  series.time.labels = {"a", "b", "c", "d", "e"};
  const Series known = up_to_last_entry(series);
  EXPECT_EQ(known.rows(), 3);
  EXPECT_MATRIX_EQ(known.inputs.values, (Vector{{1.0, 2.0, 3.0}}));
  EXPECT_EQ(known.time.labels, (std::vector<std::string>{"a", "b", "c"}));
}

TEST(Inputs, AreSortedAndSnappedWithTheirRows) {
  Series series = with_inputs(table(), {"u"});
  series.time.values = Vector{{4.0, 1.0, 1.2}};
  const Series sorted = sorted_by_time(series);
  EXPECT_MATRIX_EQ(sorted.inputs.values, (Vector{{20.0, 30.0, 10.0}}));
  const Series snapped = snap_to_grid(sorted, 1.0);
  ASSERT_EQ(snapped.rows(), 4);
  EXPECT_EQ(snapped.inputs.values(0, 0), 25.0);
  EXPECT_TRUE(std::isnan(snapped.inputs.values(1, 0)));
  EXPECT_EQ(snapped.inputs.names, std::vector<std::string>{"u"});
}

}  // namespace
}  // namespace elto
