// SPDX-License-Identifier: Apache-2.0
#include "estimate_table.hpp"

#include <cmath>

#include "elto/io/iso8601.hpp"

#include "support/matrix_near.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

using testing::kMissing;

using Names = std::vector<std::string>;

Estimate two_rows() {
  Estimate estimate;
  estimate.mean = Matrix{{1, 2}, {3, 4}};
  estimate.variance = Matrix{{4, 9}, {16, -1e-20}};  // rounding
  return estimate;
}

Series with_labels(const Names& labels) {
  Series series(Matrix::Zero(std::ssize(labels), 1), {"x"});
  series.time = {"day", Vector(std::ssize(labels)), labels};
  for (std::size_t t = 0; t < labels.size(); ++t)
    series.time.values[static_cast<Index>(t)] = parse_iso8601(labels[t]).value_or(kMissing);
  return series;
}

TimeColumn continued(const Series& known, Index steps) {
  const Forecast ahead{Matrix::Zero(steps, 1), Matrix::Ones(steps, 1), {}};
  return forecast_table(known, ahead, RowVector::Zero(1), 0.9).time;
}

Names continued_labels(const Names& labels, Index steps) {
  return continued(with_labels(labels), steps).labels;
}

TEST(EstimateTable, HasEachChannelAndItsDeviation) {
  Series series(Matrix::Zero(2, 2), {"x", "y"});
  series.time = {"t", Vector{{5, 6}}, {}};
  const Series table = estimate_table(series, two_rows());
  EXPECT_EQ(table.channels, (Names{"x", "x_std", "y", "y_std"}));
  EXPECT_MATRIX_EQ(table.values, (Matrix{{1, 2, 2, 3}, {3, 4, 4, 0}}));
  EXPECT_EQ(table.time.name, "t");
  EXPECT_MATRIX_EQ(table.time.values, series.time.values);
}

TEST(EstimateTable, NamesChannelsThatHaveNoNames) {
  EXPECT_EQ(estimate_table(Matrix::Zero(2, 2), two_rows()).channels,
            (Names{"y0", "y0_std", "y1", "y1_std"}));
}

TEST(EstimateTable, HasTheCovarianceOfEachPair) {
  Estimate estimate;
  estimate.mean = Matrix{{1, 2, 3}};
  estimate.variance = Matrix{{1, 1, 1}};
  estimate.covariance = {Matrix{{1, 0.1, 0.2}, {0.1, 1, 0.3}, {0.2, 0.3, 1}}};
  const Series table = estimate_table({Matrix::Zero(1, 3), {"a", "b", "c"}}, estimate);
  EXPECT_EQ(Names(table.channels.begin() + 6, table.channels.end()),
            (Names{"a_b_cov", "a_c_cov", "b_c_cov"}));
  EXPECT_MATRIX_EQ(table.values.rightCols(3), (Matrix{{0.1, 0.2, 0.3}}));
}

TEST(EstimateTable, HasNoPairsForOneChannel) {
  Estimate estimate;
  estimate.mean = estimate.variance = Matrix{{1}};
  estimate.covariance = {Matrix{{1}}};
  EXPECT_EQ(estimate_table({Matrix::Zero(1, 1), {"a"}}, estimate).channels, (Names{"a", "a_std"}));
}

TEST(EstimateTable, ForecastsHoldTheMeasurementWithTheirProbability) {
  const Forecast ahead{Matrix{{1, 2}}, Matrix{{9, 4}}, {}};
  const Series table =
      forecast_table({Matrix::Zero(3, 2), {"x", "y"}}, ahead, RowVector{{4, kMissing}}, 0.95);
  EXPECT_EQ(table.channels,
            (Names{"x", "x_std", "x_low", "x_high", "y", "y_std", "y_low", "y_high"}));
  constexpr double z = 1.959963984540054;  // normal quantile at 0.975, as in SciPy
  EXPECT_MATRIX_NEAR(table.values,
                     (Matrix{{1, 5, 1 - 5 * z, 1 + 5 * z, 2, 2, 2 - 2 * z, 2 + 2 * z}}), 1e-13);
  EXPECT_TRUE(table.time.empty());
}

TEST(EstimateTable, GoesOnInNumericTimeByTheMedianStep) {
  Series known(Matrix::Zero(5, 1), {"x"});
  known.time = {"t", Vector{{0, 0.5, 1, 1.5, 9}}, {}};
  const TimeColumn time = continued(known, 3);
  EXPECT_EQ(time.name, "t");
  EXPECT_TRUE(time.labels.empty());
  EXPECT_MATRIX_EQ(time.values, (Vector{{9.5, 10, 10.5}}));
}

TEST(EstimateTable, GoesOnInStepsOfOneAfterASingleRow) {
  Series known(Matrix::Zero(1, 1), {"x"});
  known.time = {"t", Vector{{4}}, {}};
  EXPECT_MATRIX_EQ(continued(known, 2).values, (Vector{{5, 6}}));
}

TEST(EstimateTable, CountsFromTheLastTimeThatIsKnown) {
  Series known(Matrix::Zero(5, 1), {"x"});
  known.time = {"t", Vector{{0, 2, kMissing, 6, kMissing}}, {}};
  EXPECT_MATRIX_EQ(continued(known, 2).values, (Vector{{10, 12}}));
  known.time.values.setConstant(kMissing);
  EXPECT_TRUE(continued(known, 2).empty());
  EXPECT_EQ(continued_labels({"2024-02-27", "2024-02-28", "NA"}, 2),
            (Names{"2024-03-01", "2024-03-02"}));
}

TEST(EstimateTable, GoesOnInDatesAcrossTheEndsOfMonths) {
  EXPECT_EQ(continued_labels({"2024-02-27", "2024-02-28"}, 2), (Names{"2024-02-29", "2024-03-01"}));
  EXPECT_EQ(continued_labels({"2023-12-17", "2023-12-24"}, 2), (Names{"2023-12-31", "2024-01-07"}));
  EXPECT_EQ(continued_labels({"1969-12-30", "1969-12-31"}, 1), (Names{"1970-01-01"}));
}

TEST(EstimateTable, LeavesDatesWhereStepsAreNoDays) {
  Series known = with_labels({"2024-02-28", "2024-02-29"});
  known.time.values[1] = known.time.values[0] + 3600;
  EXPECT_EQ(continued(known, 1).labels, (Names{"2024-02-28T02:00:00Z"}));
}

TEST(EstimateTable, GoesOnInTimestampsOfTheSameForm) {
  EXPECT_EQ(continued_labels({"2024-02-29T22:30:00Z", "2024-02-29T23:30:00Z"}, 1),
            (Names{"2024-03-01T00:30:00Z"}));
  EXPECT_EQ(continued_labels({"2024-02-29 22:30", "2024-02-29 23:30"}, 1),
            (Names{"2024-03-01 00:30:00"}));
  // An offset is a matter of the place and may change with the season; UTC is never wrong.
  EXPECT_EQ(continued_labels({"2024-02-29T01:00:00+02:00", "2024-02-29T01:30:00+02:00"}, 1),
            (Names{"2024-02-29T00:00:00Z"}));
}

TEST(EstimateTable, RoundsTimestampsToThousandths) {
  EXPECT_EQ(continued_labels({"2024-01-01T00:00:00.25Z", "2024-01-01T00:00:00.50Z"}, 2),
            (Names{"2024-01-01T00:00:00.750Z", "2024-01-01T00:00:01Z"}));
  EXPECT_EQ(continued_labels({"2024-01-01T00:00:59.0000Z", "2024-01-01T00:00:59.4998Z"}, 1),
            (Names{"2024-01-01T00:01:00Z"}));
  EXPECT_EQ(continued_labels({"1969-12-31T23:59:58.50Z", "1969-12-31T23:59:59.00Z"}, 1),
            (Names{"1969-12-31T23:59:59.500Z"}));
}

}  // namespace
}  // namespace elto::command
