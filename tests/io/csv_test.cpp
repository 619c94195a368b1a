// SPDX-License-Identifier: Apache-2.0
#include "elto/io/csv.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "elto/core/error.hpp"
#include "elto/io/whole_file.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/temporary_folder.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kInfinity;
using testing::kMissing;

using Names = std::vector<std::string>;

Matrix matrix(std::initializer_list<std::initializer_list<double>> rows) {
  return Matrix{rows};
}

Series parse(std::string_view text) {
  return parse_csv(text, "data.csv");
}

std::string csv_error_of(std::string_view text) {
  return testing::io_error_of([&] { parse(text); });
}

// Bit for bit, except that one NaN is as good as another.
::testing::AssertionResult same(const Matrix& a, const Matrix& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols())
    return ::testing::AssertionFailure()
           << a.rows() << " x " << a.cols() << " instead of " << b.rows() << " x " << b.cols();
  for (Index j = 0; j < a.cols(); ++j)
    for (Index i = 0; i < a.rows(); ++i) {
      if (std::isnan(a(i, j)) && std::isnan(b(i, j))) continue;
      if (std::bit_cast<std::uint64_t>(a(i, j)) != std::bit_cast<std::uint64_t>(b(i, j)))
        return ::testing::AssertionFailure()
               << "at (" << i << ", " << j << "): " << a(i, j) << " instead of " << b(i, j);
    }
  return ::testing::AssertionSuccess();
}

TEST(Csv, ReadsEveryDelimiter) {
  const Matrix expected = matrix({{1, 2.5}, {-3, 4e-3}});
  for (const char* text : {"a,b\n1,2.5\n-3,4e-3\n", "a;b\n1;2.5\n-3;4e-3\n",
                           "a\tb\n1\t2.5\n-3\t4e-3\n", "a b\n 1  2.5\n-3 4e-3\n"}) {
    const Series series = parse(text);
    EXPECT_TRUE(same(series.values, expected)) << text;
    EXPECT_EQ(series.channels, (Names{"a", "b"})) << text;
  }
}

TEST(Csv, ReadsNumbersWithoutHeader) {
  const Series series = parse("1,2\n3,4");
  EXPECT_TRUE(same(series.values, matrix({{1, 2}, {3, 4}})));
  EXPECT_TRUE(series.channels.empty());
}

TEST(Csv, ReadsASingleColumn) {
  EXPECT_TRUE(same(parse("1\n2\n").values, matrix({{1}, {2}})));
  EXPECT_EQ(parse("water level\n1\n2\n").channels, (Names{"water level"}));
}

TEST(Csv, ReadsWindowsLinesAndAByteOrderMark) {
  const Series series = parse("\xEF\xBB\xBFx,y\r\n1,2\r\n\r\n3,4\r\n");
  EXPECT_EQ(series.channels, (Names{"x", "y"}));
  EXPECT_TRUE(same(series.values, matrix({{1, 2}, {3, 4}})));
}

TEST(Csv, SkipsCommentsAndEmptyLines) {
  EXPECT_TRUE(same(parse("# made by hand, today\n\n1,2\n# a pause\n3,4\n").values,
                   matrix({{1, 2}, {3, 4}})));
}

TEST(Csv, KeepsNamesWithQuotes) {
  EXPECT_EQ(parse("\"x, left\",\"the \"\"y\"\"\",z\n1,2,3\n").channels,
            (Names{"x, left", "the \"y\"", "z"}));
}

TEST(Csv, ReadsMissingEntries) {
  const Series series = parse("a,b,c\n,NA,NaN\nnan,null,NULL\nN/A,-,1\n, ,\"\"\n");
  EXPECT_TRUE(same(series.values, matrix({{kMissing, kMissing, kMissing},
                                          {kMissing, kMissing, kMissing},
                                          {kMissing, kMissing, 1},
                                          {kMissing, kMissing, kMissing}})));
}

TEST(Csv, DoesNotTakeMissingEntriesForAHeader) {
  EXPECT_TRUE(same(parse("NA,-\n1,2\n").values, matrix({{kMissing, kMissing}, {1, 2}})));
}

TEST(Csv, ReadsNumbersInManyForms) {
  EXPECT_TRUE(same(parse("+1,.5,2.,1E+3,-0,inf,-Infinity,+inf,\"7\"\n").values,
                   matrix({{1, 0.5, 2, 1000, -0.0, kInfinity, -kInfinity, kInfinity, 7}})));
}

TEST(Csv, ReadsAHeaderWithoutRows) {
  const Series series = parse("a,b,c\n");
  EXPECT_EQ(series.channels, (Names{"a", "b", "c"}));
  EXPECT_EQ(series.rows(), 0);
  EXPECT_EQ(series.dimension(), 3);
}

TEST(Csv, TellsQuotedNumbersFromNumberedNames) {
  EXPECT_EQ(parse("\"1\",\"2\"\n5,6\n").channels, (Names{"1", "2"}));
  EXPECT_TRUE(same(parse("\"1\",\"2\"\n\"5\",\"6\"\n").values, matrix({{1, 2}, {5, 6}})));
}

TEST(Csv, SaysWhichFieldIsNotANumber) {
  EXPECT_EQ(
      csv_error_of("a,b\n1,2\n\n3,4.5.6\n"),
      "data.csv: line 4, column 2: '4.5.6' is not a number, nor a time stamp such as "
      "2026-01-31T12:00; read other columns, or leave the field empty where a value is missing");
  EXPECT_SAYS(csv_error_of("a,b\n1,2 3\n"), "line 2, column 2: '2 3'");
  EXPECT_SAYS(csv_error_of("1,2\n+-3,4\n"), "'+-3' is not a number");
  EXPECT_SAYS(csv_error_of("1,2\n0x10,4\n"), "'0x10' is not a number");
  EXPECT_SAYS(csv_error_of("1\n" + std::string(1000, 'x')), "xxx...' is not a number");
}

TEST(Csv, SaysThatARowHasAnotherLength) {
  EXPECT_EQ(csv_error_of("a,b,c\n1,2,3\n4,5\n"), "data.csv: line 3: expected 3 fields, found 2");
  EXPECT_EQ(csv_error_of("1 2\n3 4 5\n"), "data.csv: line 2: expected 2 fields, found 3");
}

TEST(Csv, SaysThatDecimalCommasAreNotSupported) {
  EXPECT_SAYS(csv_error_of("a;b\n1,5;2\n"), "line 2, column 1: '1,5' has a decimal comma");
  EXPECT_SAYS(csv_error_of("1,5;2,5\n3,5;4,5\n"), "line 1, column 1: '1,5' has a decimal comma");
}

TEST(Csv, SaysThatANumberIsOutOfRange) {
  EXPECT_SAYS(csv_error_of("1e400,2\n"), "line 1, column 1: '1e400' is outside the range");
  EXPECT_SAYS(csv_error_of("1,-1e-400\n"), "column 2: '-1e-400' is outside the range");
}

TEST(Csv, SaysWhatIsWrongWithQuotes) {
  EXPECT_SAYS(csv_error_of("\"a\"b,c\n1,2\n"), "line 1, column 1: text follows a closing quote");
  EXPECT_SAYS(csv_error_of("a,b\n1,\"2\n3,4\n"), "line 2, column 2: a quote is never closed");
}

TEST(Csv, SaysThatThereIsNothingToRead) {
  EXPECT_EQ(csv_error_of(""), "data.csv: has no rows");
  EXPECT_SAYS(csv_error_of("# nothing\n\n"), "has no rows");
  EXPECT_SAYS(csv_error_of("\xFF\xFE\x31\x20"), "UTF-16");
}

TEST(Csv, WritesShortestNumbersAndNaN) {
  EXPECT_EQ(to_csv({matrix({{0.1, kMissing}, {-kInfinity, 1e300}}), {"a", "b c"}}),
            "\"a\",\"b c\"\n0.1,NaN\n-inf,1e+300\n");
  EXPECT_EQ(to_csv(matrix({{kMissing}, {1}})), "NaN\n1\n");
  EXPECT_EQ(to_csv({matrix({{1, 2}}), {"a", "b"}}), "a,b\n1,2\n");
}

TEST(Csv, ReadsBackTheBitsItWrote) {
  std::mt19937_64 random(3);
  Matrix values(500, 4);
  for (double& value : values.reshaped()) value = std::bit_cast<double>(random());
  using Limits = std::numeric_limits<double>;
  values.topRows(3) << 0.0, -0.0, Limits::denorm_min(), -Limits::denorm_min(),  //
      Limits::max(), Limits::lowest(), Limits::min(), Limits::epsilon(),        //
      kInfinity, -kInfinity, kMissing, Limits::min() / 3;
  values.row(10).setConstant(kMissing);
  for (Index j = 0; j < 4; ++j)
    values.col(1).segment(50 + 50 * j, 50) *= Limits::min();  // more denormals
  EXPECT_TRUE(same(parse(to_csv(values)).values, values));
  EXPECT_TRUE(same(parse(to_csv(Matrix(values.col(2)))).values, values.col(2)));
}

TEST(Csv, ReadsBackTheNamesItWrote) {
  for (const Names& names :
       {Names{"a", "b"}, Names{"", ""}, Names{"2026-11-15", "2026-11-16"}, Names{"1", "2"},
        Names{"NaN", "-"}, Names{"#1", "# 2"}, Names{"a,b", "c;d"}, Names{"a", "b;c"},
        Names{"two\nlines", "\"quoted\""}, Names{" blanks ", "tab\t"},
        Names{"\xEF\xBB\xBFmark", "\u00e4"}, Names{"1,5", "2,5"}, Names{"\r", "1e999"},
        Names{"\xFE\xFF not UTF-16", "\xFF\xFE"}}) {
    for (const Index rows : {0, 1, 3}) {
      const Series both = parse(to_csv({Matrix::Ones(rows, 2), names}));
      EXPECT_EQ(both.channels, names) << names[0];
      EXPECT_TRUE(same(both.values, Matrix::Ones(rows, 2))) << names[0];
      const Series one = parse(to_csv({Matrix::Ones(rows, 1), {names[0]}}));
      EXPECT_EQ(one.channels, Names{names[0]}) << names[0];
      EXPECT_TRUE(same(one.values, Matrix::Ones(rows, 1))) << names[0];
    }
  }
}

TEST(Csv, RefusesToWriteTooFewNames) {
  Series series(Matrix::Ones(2, 2));
  series.channels = {"only one"};
  EXPECT_THROW(to_csv(series), InvalidArgument);
}

TEST(Csv, KeepsANumericTimeColumn) {
  const Series series = parse("Time (s),x,y\n0,1,2\n0.5,3,4\n");
  EXPECT_EQ(series.time.name, "Time (s)");
  EXPECT_TRUE(same(series.time.values, matrix({{0}, {0.5}})));
  EXPECT_TRUE(series.time.labels.empty());
  EXPECT_EQ(series.channels, (Names{"x", "y"}));
  EXPECT_TRUE(same(series.values, matrix({{1, 2}, {3, 4}})));
}

TEST(Csv, KeepsTimestampsAsTheyStand) {
  const Series series =
      parse("x,when,y\n1,1970-01-01 00:00:01,2\n3,,4\n5,\"1970-01-01T01:00:02,5+01:00\",6\n");
  EXPECT_EQ(series.time.name, "when");
  EXPECT_TRUE(same(series.time.values, matrix({{1}, {kMissing}, {2.5}})));
  EXPECT_EQ(series.time.labels, (Names{"1970-01-01 00:00:01", "", "1970-01-01T01:00:02,5+01:00"}));
  EXPECT_EQ(series.channels, (Names{"x", "y"}));
  EXPECT_TRUE(same(series.values, matrix({{1, 2}, {3, 4}, {5, 6}})));
}

TEST(Csv, ReadsTimestampsWithoutHeader) {
  const Series series = parse("1970-01-01,1\n1970-01-02,2\n");
  EXPECT_EQ(series.time.name, "time");
  EXPECT_TRUE(same(series.time.values, matrix({{0}, {86400}})));
  EXPECT_TRUE(series.channels.empty());
  EXPECT_TRUE(same(series.values, matrix({{1}, {2}})));
  EXPECT_EQ(parse("1970-01-01,1\n").rows(), 1);
}

TEST(Csv, FindsTimestampsBelowMissingOnes) {
  EXPECT_EQ(parse("x,when\n1,\n2,NA\n3,1970-01-01\n").time.labels, (Names{"", "NA", "1970-01-01"}));
}

TEST(Csv, ReadsDatesAboveNumbersAsNames) {
  EXPECT_EQ(parse("2026-11-15,2026-11-16\n1,2\n").channels, (Names{"2026-11-15", "2026-11-16"}));
}

TEST(Csv, ReadsOnlyTheColumnsAskedFor) {
  const char* text = "t,note,x,y\n0,good,1,2\n1,bad,3,4\n";
  const Series series = parse_csv(text, "data.csv", {.columns = {"y", "x"}});
  EXPECT_EQ(series.channels, (Names{"y", "x"}));
  EXPECT_TRUE(same(series.values, matrix({{2, 1}, {4, 3}})));
  EXPECT_TRUE(same(series.time.values, matrix({{0}, {1}})));
  const Series untimed = parse_csv(text, "data.csv", {.columns = {"x"}, .time = "none"});
  EXPECT_TRUE(untimed.time.empty());
  EXPECT_SAYS(csv_error_of(text), "line 2, column 2: 'good' is not a number");
  EXPECT_SAYS(testing::io_error_of([&] { parse_csv(text, "d", {.columns = {"z"}}); }),
              "has no column 'z'; it has 't', 'note', 'x', 'y'");
  EXPECT_SAYS(testing::io_error_of([&] { parse_csv(text, "d", {.time = "note"}); }),
              "'good' is not a number");
}

TEST(Csv, ChecksTheLengthOfRowsThatItReadsInPart) {
  const auto message = [](std::string_view text) {
    return testing::io_error_of([&] { parse_csv(text, "d", {.columns = {"x"}}); });
  };
  EXPECT_SAYS(message("x,y\n1,a\n2\n"), "line 3: expected 2 fields, found 1");
  EXPECT_SAYS(message("x,y\n1,a\n2,b,c\n"), "line 3: expected 2 fields, found 3");
}

TEST(Csv, SaysWhichFieldIsNotATimestamp) {
  EXPECT_EQ(csv_error_of("when,x\n2026-11-15,1\n2026-11-31,2\n"),
            "data.csv: line 3, column 1: '2026-11-31' is not a timestamp");
}

TEST(Csv, ReadsBackTheTimeItWrote) {
  Series series(matrix({{1, kMissing}, {3, 4}}), {"a", "b,c"});
  series.time = {.name = "t", .values = Vector{{0.1, 1e300}}};
  for (const char delimiter : {',', '\t', ';'}) {
    const Series read = parse(to_csv(series, delimiter));
    EXPECT_EQ(read.time.name, "t");
    EXPECT_TRUE(same(read.time.values, series.time.values));
    EXPECT_EQ(read.channels, series.channels);
    EXPECT_TRUE(same(read.values, series.values));
  }
  series.time = {.name = "1970-01-01",
                 .values = Vector{{0, 1.5}},
                 .labels = {"1970-01-01", "1970-01-01 00:00:01,5"}};
  const Series read = parse(to_csv(series));
  EXPECT_EQ(read.time.name, series.time.name);
  EXPECT_EQ(read.time.labels, series.time.labels);
  EXPECT_TRUE(same(read.time.values, series.time.values));
}

TEST(Csv, WritesTheTimeFirst) {
  Series series(matrix({{1, 2}, {3, 4}}));
  series.time = {.name = "", .values = Vector{{0, 0.5}}};
  EXPECT_EQ(to_csv(series), "time,values_0,values_1\n0,1,2\n0.5,3,4\n");
  series.time.labels = {"1970-01-01", "1970-01-01 00:00:00.5"};
  EXPECT_EQ(to_csv(series, '\t'),
            "time\tvalues_0\tvalues_1\n1970-01-01\t1\t2\n1970-01-01 00:00:00.5\t3\t4\n");
  series.time.labels.pop_back();
  EXPECT_THROW(to_csv(series), InvalidArgument);
  series.time = {.values = Vector{{0}}};
  EXPECT_THROW(to_csv(series), InvalidArgument);
}

TEST(Csv, SeparatesByTabsWhatEndsWithTsv) {
  const testing::TemporaryFolder folder;
  const Series series(matrix({{1, 2}}), {"x", "y"});
  write_csv(series, folder / "x.TSV");
  EXPECT_EQ(read_whole_file(folder / "x.TSV"), "x\ty\n1\t2\n");
}

TEST(Csv, GoesThroughTheDisk) {
  const testing::TemporaryFolder folder;
  const Series written(matrix({{1, 2}, {3, kMissing}}), {"x", "y"});
  write_csv(written, folder / "x.csv");
  const Series read = read_csv(folder / "x.csv");
  EXPECT_TRUE(same(read.values, written.values));
  EXPECT_EQ(read.channels, written.channels);
  write_whole_file(folder / "bad.csv", "1,2\n3\n");
  EXPECT_SAYS(testing::io_error_of([&] { read_csv(folder / "bad.csv"); }),
              (folder / "bad.csv").string());
}

}  // namespace
}  // namespace elto
