// SPDX-License-Identifier: Apache-2.0
#include "stream_output.hpp"

#include <filesystem>

#include "elto/io/whole_file.hpp"

#include "support/error_message.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

TEST(StreamOutput, MakesItsFileAndIsSeenAtOnce) {
  const testing::TemporaryFolder folder;
  StreamOutput output(folder / "out.csv", 0);
  output.write("first\n");
  EXPECT_EQ(read_whole_file(folder / "out.csv"), "first\n");
  output.write("");
  output.write("second\n");
  EXPECT_EQ(read_whole_file(folder / "out.csv"), "first\nsecond\n");
  EXPECT_EQ(output.bytes(), 13U);
}

TEST(StreamOutput, BeginsAnewWhenNothingIsKept) {
  const testing::TemporaryFolder folder;
  write_whole_file(folder / "out.csv", "something old and long");
  StreamOutput(folder / "out.csv", 0).write("new\n");
  EXPECT_EQ(read_whole_file(folder / "out.csv"), "new\n");
}

TEST(StreamOutput, IsCutToWhatIsKeptAndGoesOn) {
  const testing::TemporaryFolder folder;
  write_whole_file(folder / "out.csv", "1,a\n2,b\n3,to");
  StreamOutput output(folder / "out.csv", 8);
  EXPECT_EQ(output.bytes(), 8U);
  output.write("3,c\n");
  EXPECT_EQ(output.bytes(), 12U);
  EXPECT_EQ(read_whole_file(folder / "out.csv"), "1,a\n2,b\n3,c\n");
}

TEST(StreamOutput, IsLeftAloneIfItIsShorterThanRecorded) {
  const testing::TemporaryFolder folder;
  write_whole_file(folder / "out.csv", "1,a\n");
  EXPECT_SAYS(testing::io_error_of([&] { StreamOutput(folder / "out.csv", 5); }),
              "out.csv: is shorter than the 5 bytes that were written to it");
  EXPECT_EQ(read_whole_file(folder / "out.csv"), "1,a\n");
}

TEST(StreamOutput, IsNotMadeIfThereShouldBeSomethingInIt) {
  const testing::TemporaryFolder folder;
  EXPECT_SAYS(testing::io_error_of([&] { StreamOutput(folder / "out.csv", 5); }),
              "out.csv: cannot be opened: No such file or directory");
  EXPECT_FALSE(std::filesystem::exists(folder / "out.csv"));
}

TEST(StreamOutput, GoesToStandardOutput) {
  ::testing::internal::CaptureStdout();
  StreamOutput output("-", 100);
  output.write("row\n");
  EXPECT_EQ(output.bytes(), 4U);
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "row\n");
}

TEST(StreamOutput, SaysWhyItCannotWrite) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  StreamOutput output("/dev/full", 0);
  EXPECT_SAYS(testing::io_error_of([&] { output.write("row\n"); }),
              "/dev/full: cannot be written: No space left on device");
}

}  // namespace
}  // namespace elto::command
