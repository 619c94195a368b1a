// SPDX-License-Identifier: Apache-2.0
#include "files/data_file.hpp"

#include <cstdio>

#include "elto/core/error.hpp"
#include "elto/io/csv.hpp"
#include "elto/io/npy.hpp"
#include "elto/io/whole_file.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Series sample() {
  Series series(Matrix{{1, 2}, {3, 4}}, {"x", "y, \u00e4"});
  series.time = {
      .name = "when", .values = Vector{{0, 86400}}, .labels = {"1970-01-01", "1970-01-02"}};
  return series;
}

TEST(DataFile, ReadsWhatItWroteInEveryFormat) {
  const testing::TemporaryFolder folder;
  for (const DataFormat& format : data_formats()) {
    const std::string path = (folder / concat("a", format.extension)).string();
    write_data(sample(), path, Overwrite::refuse);
    EXPECT_EQ(read_whole_file(path), data_bytes(sample(), format.extension));
    const Series read = read_data(path);
    EXPECT_MATRIX_EQ(read.values, sample().values) << path;
    if (format.extension == ".npy") continue;
    EXPECT_EQ(read.channels, sample().channels) << path;
    EXPECT_EQ(read.time.name, "when") << path;
    EXPECT_MATRIX_EQ(read.time.values, sample().time.values) << path;
    EXPECT_EQ(read.time.labels, sample().time.labels) << path;
    EXPECT_EQ(read_data(path, {.columns = {"x"}}).dimension(), 1) << path;
  }
}

TEST(DataFile, DoesNotMindTheCaseOfTheExtension) {
  const testing::TemporaryFolder folder;
  const std::string path = (folder / "a.NPZ").string();
  write_data(sample(), path, Overwrite::refuse);
  EXPECT_EQ(read_data(path).channels, sample().channels);
}

TEST(DataFile, KeepsAnExistingFile) {
  const testing::TemporaryFolder folder;
  const std::string path = (folder / "a.csv").string();
  write_whole_file(path, "x\n1\n");
  EXPECT_EQ(testing::io_error_of([&] { write_data(sample(), path, Overwrite::refuse); }),
            path + ": exists already; use --force to replace it");
  EXPECT_EQ(read_whole_file(path), "x\n1\n");
  write_data(sample(), path, Overwrite::replace);
  EXPECT_EQ(read_data(path).channels, sample().channels);
}

TEST(DataFile, ListsTheFormatsItKnows) {
  EXPECT_SAYS(testing::io_error_of([] { read_data("a.xlsx"); }),
              "a.xlsx: the format is told by the extension, one of .csv, .tsv, .txt, .npy, .npz, "
              ".mat, .h5, .hdf5; not by .xlsx");
  EXPECT_SAYS(testing::io_error_of([] { read_data("a"); }), "not by none");
  EXPECT_SAYS(testing::io_error_of([] { data_bytes(sample(), ".xlsx"); }), "not by .xlsx");
}

TEST(DataFile, ReadsStandardInput) {
  const testing::TemporaryFolder folder;
  const std::string path = (folder / "input").string();
  for (const std::string& bytes : {to_csv(sample()), to_npy(sample().values)}) {
    write_whole_file(path, bytes);
    ASSERT_NE(std::freopen(path.c_str(), "rb", stdin), nullptr);
    EXPECT_MATRIX_EQ(read_data("-").values, sample().values);
  }
}

TEST(DataFile, WritesStandardOutput) {
  ::testing::internal::CaptureStdout();
  write_data(sample(), "-", Overwrite::refuse);
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), to_csv(sample()));
}

}  // namespace
}  // namespace elto
