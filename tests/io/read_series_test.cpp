// SPDX-License-Identifier: Apache-2.0
#include "elto/io/read_series.hpp"

#include "elto/io/npy.hpp"
#include "elto/io/whole_file.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(ReadSeries, ReadsDelimitedText) {
  const testing::TemporaryFolder folder;
  const Matrix expected{{1, 2}, {3, 4}};
  for (const char* name : {"a.csv", "a.tsv", "a.txt", "A.CSV"}) {
    write_whole_file(folder / name, "1\t2\n3\t4\n");
    EXPECT_MATRIX_EQ(read_series(folder / name).values, expected);
  }
}

TEST(ReadSeries, ReadsNumPyArrays) {
  const testing::TemporaryFolder folder;
  const Matrix expected{{1, 2}, {3, 4}};
  write_npy(expected, folder / "a.npy");
  EXPECT_MATRIX_EQ(read_series(folder / "a.npy").values, expected);
  EXPECT_SAYS(testing::io_error_of([&] { read_series(folder / "a.npy", {.columns = {"x"}}); }),
              "no named columns");
}

TEST(ReadSeries, PassesTheOptionsOn) {
  const testing::TemporaryFolder folder;
  write_whole_file(folder / "a.csv", "t,x,y\n0,1,2\n");
  const Series series = read_series(folder / "a.csv", {.columns = {"y"}});
  EXPECT_MATRIX_EQ(series.values, Matrix::Constant(1, 1, 2));
  EXPECT_EQ(series.time.name, "t");
}

TEST(ReadSeries, ListsWhatItCanRead) {
  EXPECT_EQ(testing::io_error_of([] { read_series("data.xlsx"); }),
            "data.xlsx: a series is read from .csv, .tsv, .txt, .npy, not from .xlsx");
  EXPECT_SAYS(testing::io_error_of([] { read_series("data"); }), "a file without extension");
}

TEST(ReadSeries, SaysThatTheFileIsMissing) {
  const testing::TemporaryFolder folder;
  EXPECT_SAYS(testing::io_error_of([&] { read_series(folder / "absent.csv"); }), "No such file");
}

}  // namespace
}  // namespace elto
