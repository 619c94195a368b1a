// SPDX-License-Identifier: Apache-2.0
#include "output_file.hpp"

#include <filesystem>

#include "elto/io/whole_file.hpp"

#include "files/data_file.hpp"
#include "support/error_message.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

std::string refusal_of_output(const std::string& path, const CommonOptions& common = {}) {
  return testing::io_error_of([&] { require_writable(path, common); });
}

std::string data_refusal(const std::string& path) {
  return testing::io_error_of([&] { require_writable_data(path, {}); });
}

TEST(OutputFile, IsLookedAtBeforeTheWork) {
  const testing::TemporaryFolder folder;
  EXPECT_EQ(refusal_of_output(folder / "new.csv"), "accepted");
  EXPECT_EQ(refusal_of_output("-"), "accepted");
  EXPECT_EQ(refusal_of_output(""), "accepted");
  EXPECT_EQ(refusal_of_output("new-file-in-the-present-folder.csv"), "accepted");
  EXPECT_FALSE(std::filesystem::exists(folder / "new.csv"));
}

TEST(OutputFile, IsNotReplacedUnasked) {
  const testing::TemporaryFolder folder;
  write_whole_file(folder / "old.csv", "old");
  EXPECT_SAYS(refusal_of_output(folder / "old.csv"), "old.csv: exists; use --force to replace it");
  EXPECT_EQ(refusal_of_output(folder / "old.csv", {.force = true}), "accepted");
}

TEST(OutputFile, NeedsAFolderAndIsNone) {
  const testing::TemporaryFolder folder;
  EXPECT_SAYS(refusal_of_output(folder / "no/where.csv"), "its folder does not exist");
  EXPECT_SAYS(refusal_of_output(folder.path().string(), {.force = true}), "is a folder");
}

TEST(OutputFile, OfDataHasAnExtensionThatIsKnown) {
  const testing::TemporaryFolder folder;
  for (const DataFormat& format : data_formats())
    EXPECT_EQ(data_refusal(folder / concat("x", format.extension)), "accepted");
  EXPECT_EQ(data_refusal(folder / "x.CSV"), "accepted");
  EXPECT_EQ(data_refusal("-"), "accepted");
  EXPECT_EQ(data_refusal(""), "accepted");
  EXPECT_SAYS(data_refusal(folder / "x.xls"), "one of .csv, .tsv");
  EXPECT_SAYS(data_refusal(folder / "x"), "one of .csv, .tsv");
  EXPECT_SAYS(data_refusal(folder / "no/where.csv"), "its folder does not exist");
}

TEST(OutputFile, TextIsWrittenWhole) {
  const testing::TemporaryFolder folder;
  write_text(folder / "page.html", "<html>", {});
  EXPECT_EQ(read_whole_file(folder / "page.html"), "<html>");
  EXPECT_SAYS(testing::io_error_of([&] { write_text(folder / "page.html", "new", {}); }), "exists");
  write_text(folder / "page.html", "new", {.force = true});
  EXPECT_EQ(read_whole_file(folder / "page.html"), "new");
}

TEST(OutputFile, TextGoesToStandardOutput) {
  ::testing::internal::CaptureStdout();
  write_text("-", "a page\n", {});
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "a page\n");
}

}  // namespace
}  // namespace elto::command
