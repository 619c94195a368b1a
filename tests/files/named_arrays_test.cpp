// SPDX-License-Identifier: Apache-2.0
#include "files/named_arrays.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using Arrays = std::vector<NamedArray>;
using Names = std::vector<std::string>;

const Matrix kTall{{1, 2}, {3, 4}, {5, 6}};
const Vector kThree{{7, 8, 9}};

NamedArray numbers(std::string name, Matrix values) {
  return {.name = std::move(name), .values = std::move(values)};
}

NamedArray words(std::string name, Names strings) {
  return {.name = std::move(name), .strings = std::move(strings)};
}

Series read(const Arrays& arrays, const ReadOptions& options = {}) {
  return to_series(arrays, "data.npz", options);
}

std::string refusal(const Arrays& arrays, const ReadOptions& options = {}) {
  return testing::io_error_of([&] { read(arrays, options); });
}

void expect_same(const Series& a, const Series& b) {
  EXPECT_MATRIX_EQ(a.values, b.values);
  EXPECT_EQ(a.channels, b.channels);
  EXPECT_EQ(a.time.name, b.time.name);
  EXPECT_MATRIX_EQ(a.time.values, b.time.values);
  EXPECT_EQ(a.time.labels, b.time.labels);
}

TEST(NamedArrays, ReadsWhatItWrote) {
  Series series(kTall);
  expect_same(read(to_arrays(series)), series);
  series.channels = {"x", "y"};
  expect_same(read(to_arrays(series)), series);
  series.time = {.name = "time", .values = kThree};
  expect_same(read(to_arrays(series)), series);
  series.time.name = "elapsed";
  expect_same(read(to_arrays(series)), series);
  series.time.labels = {"1970-01-01", "", "1970-01-02"};
  expect_same(read(to_arrays(series)), series);
  series.channels.clear();
  expect_same(read(to_arrays(series)), series);
  const Series row(Matrix{{1, 2, 3}});
  expect_same(read(to_arrays(row)), row);
}

TEST(NamedArrays, ChoosesFromWhatItWrote) {
  Series series(kTall, {"x", "y"});
  series.time = {.name = "elapsed", .values = kThree};
  const Series y = read(to_arrays(series), {.columns = {"y"}});
  EXPECT_EQ(y.channels, Names{"y"});
  EXPECT_MATRIX_EQ(y.values, kTall.col(1));
  EXPECT_EQ(y.time.name, "elapsed");
  EXPECT_TRUE(read(to_arrays(series), {.time = "none"}).time.empty());
  EXPECT_EQ(read(to_arrays(series), {.time = "none"}).dimension(), 2);
  EXPECT_SAYS(refusal(to_arrays(series), {.columns = {"z"}}), "has no column 'z'");
  EXPECT_EQ(read(to_arrays(kTall), {.columns = {"values_1"}}).channels, Names{"values_1"});
}

TEST(NamedArrays, ReadsASingleArrayOfAnyName) {
  EXPECT_MATRIX_EQ(read({numbers("a", kTall)}).values, kTall);
  EXPECT_EQ(read({numbers("a", kTall)}).channels, (Names{"a_0", "a_1"}));
  EXPECT_EQ(read({numbers("t", kThree)}).channels, Names{"t"});
  EXPECT_MATRIX_EQ(read({numbers("a", kThree.transpose())}).values, kThree);
}

TEST(NamedArrays, ReadsSeveralArraysOfOneLength) {
  const Series series = read({numbers("a", kTall), numbers("b", kThree.transpose()),
                              numbers("Time", kThree), words("note", {"by hand"})});
  EXPECT_EQ(series.time.name, "Time");
  EXPECT_MATRIX_EQ(series.time.values, kThree);
  EXPECT_EQ(series.channels, (Names{"a_0", "a_1", "b"}));
  EXPECT_MATRIX_EQ(series.values.rightCols(1), kThree);
  const Series rows = read({numbers("t", kThree.transpose()), numbers("x", kThree.transpose())});
  EXPECT_EQ(rows.time.name, "t");
  EXPECT_MATRIX_EQ(rows.values, kThree);
}

TEST(NamedArrays, NamesATimeThatHasNoName) {
  const Series series = read({numbers("", kThree), numbers("x", kThree)});
  EXPECT_EQ(series.time.name, "time");
  EXPECT_EQ(series.channels, Names{"x"});
  expect_same(read(to_arrays(series)), series);
}

TEST(NamedArrays, ReadsTimestampsFromText) {
  const Series series =
      read({numbers("x", kThree), words("when", {"1970-01-01", "", "1970-01-02"})});
  EXPECT_EQ(series.time.name, "when");
  EXPECT_EQ(series.time.values[2], 86400);
  EXPECT_EQ(series.time.labels[2], "1970-01-02");
  const Arrays arrays = {numbers("x", kThree), numbers("y", kThree),
                         words("when", {"1970-01-01", "", "1970-01-02"})};
  EXPECT_EQ(read(arrays, {.time = "none"}).dimension(), 2);
  EXPECT_EQ(read(arrays, {.time = "y"}).channels, Names{"x"});
}

TEST(NamedArrays, ListsArraysThatMakeNoSeries) {
  const Arrays arrays = {numbers("x", kThree), numbers("rate", Matrix::Constant(1, 1, 50)),
                         words("note", {"a", "b"})};
  EXPECT_EQ(refusal(arrays),
            "data.npz: its arrays have different numbers of rows; it holds 'x' (3 x 1), "
            "'rate' (1 x 1), 'note' (text of 2); say which to read with the selection of columns");
  EXPECT_MATRIX_EQ(read(arrays, {.columns = {"x"}}).values, kThree);
  EXPECT_SAYS(refusal(arrays, {.columns = {"y"}}), "has no column 'y'; it holds 'x' (3 x 1)");
  EXPECT_SAYS(refusal({arrays[1], numbers("x", kThree.transpose())}), "'rate' (1 x 1)");
  EXPECT_SAYS(refusal({}), "holds no arrays");
  EXPECT_SAYS(refusal({words("note", {"a"})}), "no numbers to read");
}

TEST(NamedArrays, ChoosesArraysAndColumns) {
  const Arrays arrays = {numbers("a", kTall), numbers("b", kThree), numbers("t", kThree),
                         numbers("rate", Matrix::Constant(1, 1, 50))};
  const Series series = read(arrays, {.columns = {"b", "a"}});
  EXPECT_EQ(series.channels, (Names{"b", "a_0", "a_1"}));
  EXPECT_EQ(series.time.name, "t");
  EXPECT_MATRIX_EQ(read(arrays, {.columns = {"a_1"}}).values, kTall.col(1));
  EXPECT_EQ(read(arrays, {.columns = {"a"}, .time = "b"}).time.name, "b");
  EXPECT_TRUE(read(arrays, {.columns = {"a"}, .time = "none"}).time.empty());
  EXPECT_SAYS(refusal(arrays, {.columns = {"a"}, .time = "rate"}), "has no column 'rate'");
}

TEST(NamedArrays, MindsAProblemOnlyWhereItMatters) {
  const Arrays arrays = {numbers("x", kThree), {.name = "z", .problem = "is complex"}};
  EXPECT_SAYS(refusal(arrays), "'z' is complex");
  EXPECT_SAYS(refusal(arrays, {.columns = {"z", "x"}}), "'z' is complex");
  EXPECT_MATRIX_EQ(read(arrays, {.columns = {"x"}}).values, kThree);
}

TEST(NamedArrays, RefusesALayoutThatContradictsItself) {
  EXPECT_SAYS(refusal({numbers("values", kTall), words("channels", {"x"})}),
              "'channels' has 1 entries instead of 2");
  EXPECT_SAYS(refusal({numbers("values", kTall), numbers("time", Vector{{1, 2}})}),
              "'time' has 2 entries instead of 3");
  EXPECT_SAYS(refusal({numbers("values", kTall), numbers("time", kThree),
                       words("time_labels", {"1970-01-01"})}),
              "'time_labels' has 1 entries instead of 3");
}

}  // namespace
}  // namespace elto
