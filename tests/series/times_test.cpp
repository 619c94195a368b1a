// SPDX-License-Identifier: Apache-2.0
#include "elto/series/times.hpp"

#include <cmath>
#include <limits>

#include "elto/core/error.hpp"

#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Series at(const Vector& times) {
  Series series(Matrix::Zero(times.size(), 1));
  series.time = {.name = "time", .values = times, .labels = {}};
  return series;
}

TEST(Times, AreThoseOfTheColumnOrTheRows) {
  EXPECT_EQ(times_of(Series(Matrix::Zero(3, 1))), (Vector{{0.0, 1.0, 2.0}}));
  EXPECT_EQ(times_of(at(Vector{{5.0, 7.0, 7.0}})), (Vector{{5.0, 7.0, 7.0}}));
}

TEST(Times, ThatAreMissingOrGoBackAreRefusedByRow) {
  EXPECT_THROW(times_of(at(Vector{{0.0, std::nan(""), 2.0}})), InvalidArgument);
  EXPECT_THROW(times_of(at(Vector{{0.0, std::numeric_limits<double>::infinity()}})),
               InvalidArgument);
  try {
    times_of(at(Vector{{0.0, 2.0, 1.0}}));
    FAIL();
  } catch (const InvalidArgument& problem) {
    EXPECT_NE(std::string(problem.what()).find("row 2"), std::string::npos) << problem.what();
  }
}

TEST(Times, StepsAreTheMedianOfThoseThatAreNotZero) {
  EXPECT_EQ(median_step(Vector{{0.0, 0.0, 2.0, 4.0, 100.0}}), 2.0);
  EXPECT_EQ(median_step(Vector{{3.0}}), 1.0);
  EXPECT_EQ(median_step(Vector{{3.0, 3.0}}), 1.0);
}

TEST(Times, RegularOnesBecomeWholeNumbersWhateverTheirDigits) {
  Vector hundredths(5), stamps(5);
  for (Index t = 0; t < 5; ++t) {
    hundredths[t] = 0.1 * static_cast<double>(t + (t > 2));  // with a gap
    stamps[t] = 1.7e9 + 0.01 * static_cast<double>(t);       // a double holds them to 2e-7
  }
  EXPECT_EQ(in_steps(hundredths, 0.1), (Vector{{0.0, 1.0, 2.0, 4.0, 5.0}}));
  EXPECT_EQ(in_steps(stamps, 0.01), (Vector{{0.0, 1.0, 2.0, 3.0, 4.0}}));
}

TEST(Times, IrregularOnesStayAsTheyAre) {
  const Vector jittered{{10.0, 11.1, 11.9, 13.0}};
  EXPECT_TRUE(in_steps(jittered, 1.0).isApprox(Vector{{0.0, 1.1, 1.9, 3.0}}, 1e-12));
}

TEST(Times, RowsAreSortedWithAllThatBelongsToThem) {
  Series series(Matrix(Vector{{1.0, 2.0, 3.0, 4.0}}), {"a"});
  series.time = {.name = "t",
                 .values = Vector{{7.0, std::nan(""), 5.0, 5.0}},
                 .labels = {"seven", "", "five", "five too"}};
  const Series sorted = sorted_by_time(series);
  EXPECT_EQ(sorted.values, Matrix(Vector{{3.0, 4.0, 1.0}}));
  EXPECT_EQ(sorted.time.values, (Vector{{5.0, 5.0, 7.0}}));
  EXPECT_EQ(sorted.time.labels, (std::vector<std::string>{"five", "five too", "seven"}));
  EXPECT_EQ(sorted.channels, series.channels);
  const Series untimed(Matrix::Ones(2, 1));
  EXPECT_EQ(sorted_by_time(untimed).values, untimed.values);
}

}  // namespace
}  // namespace elto
