// SPDX-License-Identifier: Apache-2.0
#include "elto/series/series.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kInfinity;
using testing::kMissing;

TEST(Series, AMatrixIsASeries) {
  const Series series = Matrix{{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}};
  EXPECT_EQ(series.rows(), 2);
  EXPECT_EQ(series.dimension(), 3);
  EXPECT_TRUE(series.channels.empty());
}

TEST(Series, RefusesAWrongNumberOfNames) {
  EXPECT_REFUSED(Series(Matrix::Zero(4, 2), {"x"}),
                 "channels: must be 2 names, one per column, got 1");
}

TEST(Series, ARowIsObservedMissingOrUnusable) {
  const Matrix y{{1.0, 2.0},       {kMissing, kMissing}, {1.0, kMissing},      {kMissing, 1.0},
                 {kInfinity, 1.0}, {1.0, -kInfinity},    {kMissing, kInfinity}};
  EXPECT_EQ(kind_of(y.row(0)), RowKind::observed);
  EXPECT_EQ(kind_of(y.row(1)), RowKind::missing);
  for (Index t = 2; t < y.rows(); ++t) EXPECT_EQ(kind_of(y.row(t)), RowKind::unusable) << t;
}

TEST(Series, ValidWithWholeRowsMissing) {
  EXPECT_NO_THROW(validate(Matrix{{1.0, 2.0}, {kMissing, kMissing}, {3.0, 4.0}}));
}

TEST(Series, RefusalNamesTheRowAndTheChannel) {
  const Series named(Matrix{{1.0, 2.0}, {3.0, kMissing}}, {"depth", "speed"});
  EXPECT_REFUSED(validate(named),
                 "series row 1, speed: must be finite, or missing together with the whole row, "
                 "got nan");
  EXPECT_REFUSED(validate(Matrix{{1.0}, {2.0}, {-kInfinity}}, "y"), "y row 2, column 0: must be");
  EXPECT_REFUSED(validate(Matrix{{1.0}, {2.0}, {-kInfinity}}), "got -inf");
}

TEST(Series, RefusesAnEmptyOne) {
  EXPECT_REFUSED(validate(Series()), "series: must be at least 1 x 1, got 0 x 0");
  EXPECT_REFUSED(validate(Matrix(3, 0)), "got 3 x 0");
  EXPECT_REFUSED(validate(Matrix(0, 2)), "got 0 x 2");
}

TEST(Series, RefusesNamesThatWereChangedToAWrongNumber) {
  Series series(Matrix{{1.0, kMissing}});
  series.channels = {"x"};
  EXPECT_REFUSED(validate(series), "channels: must be 2 names, one per column, got 1");
}

TEST(ObservedRuns, WholeSeriesIsOneRunWithoutGaps) {
  const Matrix y{{1.0, 2.0}, {3.0, 4.0}};
  const auto runs = observed_runs(y);
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_MATRIX_EQ(runs[0], y);
}

TEST(ObservedRuns, AGapEndsARun) {
  const auto runs =
      observed_runs(Matrix{{1.0}, {2.0}, {kMissing}, {kMissing}, {3.0}, {kMissing}, {4.0}});
  ASSERT_EQ(runs.size(), 3U);
  EXPECT_MATRIX_EQ(runs[0], (Matrix{{1.0}, {2.0}}));
  EXPECT_MATRIX_EQ(runs[1], Matrix{{3.0}});
  EXPECT_MATRIX_EQ(runs[2], Matrix{{4.0}});
}

TEST(ObservedRuns, GapsAtTheEndsAreDropped) {
  const auto runs = observed_runs(Matrix{{kMissing}, {1.0}, {2.0}, {kMissing}});
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_MATRIX_EQ(runs[0], (Matrix{{1.0}, {2.0}}));
}

TEST(ObservedRuns, NoneWhereNothingIsObserved) {
  EXPECT_TRUE(observed_runs(Matrix(Matrix::Constant(5, 2, kMissing))).empty());
  EXPECT_TRUE(observed_runs(Series()).empty());
}

TEST(ObservedRuns, OfSeveralSequencesFollowOneAnother) {
  const std::vector<Series> sequences{Matrix{{1.0}, {kMissing}, {2.0}}, Matrix{{3.0}, {4.0}}};
  const auto runs = observed_runs(sequences);
  ASSERT_EQ(row_counts(runs), (std::vector<Index>{1, 1, 2}));
  EXPECT_MATRIX_EQ(stacked(runs), (Matrix{{1.0}, {2.0}, {3.0}, {4.0}}));
}

TEST(ObservedRuns, OfSeveralSequencesNeedTheSameColumns) {
  EXPECT_REFUSED(observed_runs(std::vector<Series>{}), "sequences: must be at least 1");
  EXPECT_REFUSED(observed_runs(std::vector<Series>{Matrix{{1.0}}, Matrix{{1.0, 2.0}}}),
                 "series columns: must be 1 as in the first sequence, got 2");
  EXPECT_REFUSED(observed_runs(std::vector<Series>{Matrix{{kMissing}}}), "missing everywhere");
}

}  // namespace
}  // namespace elto
