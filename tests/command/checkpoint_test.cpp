// SPDX-License-Identifier: Apache-2.0
#include "checkpoint.hpp"

#include "elto/io/whole_file.hpp"

#include "support/error_message.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

TEST(Checkpoint, IsReadBack) {
  const testing::TemporaryFolder folder;
  const std::string search = "{\"sigma\": 0.5}\n\"quoted\"";
  write_checkpoint({"data 1; seed 2", search}, folder / "c");
  EXPECT_EQ(read_checkpoint(folder / "c", "data 1; seed 2"), search);
}

TEST(Checkpoint, ReplacesTheOneBefore) {
  const testing::TemporaryFolder folder;
  write_checkpoint({"job", "first"}, folder / "c");
  write_checkpoint({"job", "second"}, folder / "c");
  EXPECT_EQ(read_checkpoint(folder / "c", "job"), "second");
}

TEST(Checkpoint, OfAnotherJobIsRefused) {
  const testing::TemporaryFolder folder;
  write_checkpoint({"seed 1", "search"}, folder / "c");
  EXPECT_SAYS(testing::io_error_of([&] { read_checkpoint(folder / "c", "seed 2"); }),
              "c: belongs to other data or other options; remove it");
}

TEST(Checkpoint, IsNotTakenFromWhatIsNone) {
  const testing::TemporaryFolder folder;
  for (const char* bytes :
       {"", "{}", "[1]", "null", "\xff", "{\"kind\": 1}", "{\"kind\": \"elto checkpoint 0\"}",
        "{\"kind\": \"elto checkpoint 1\"}",
        "{\"kind\": \"elto checkpoint 1\", \"job\": \"job\", \"search\": 1}"}) {
    write_whole_file(folder / "c", bytes);
    EXPECT_SAYS(testing::io_error_of([&] { read_checkpoint(folder / "c", "job"); }),
                "is not a checkpoint; remove it to start anew")
        << bytes;
  }
  EXPECT_SAYS(testing::io_error_of([&] { read_checkpoint(folder / "absent", "job"); }), "absent");
}

}  // namespace
}  // namespace elto::command
