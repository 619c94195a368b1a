// SPDX-License-Identifier: Apache-2.0
#include "program.hpp"

#include <algorithm>
#include <filesystem>

#include "elto/io/whole_file.hpp"
#include "elto/version.hpp"

#include "exit_code.hpp"
#include "support/error_message.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

struct ProgramOutcome {
  int code;
  std::string out, err;
};

ProgramOutcome elto(const std::vector<std::string>& arguments) {
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  const int code = run_program(arguments);
  return {code, ::testing::internal::GetCapturedStdout(), ::testing::internal::GetCapturedStderr()};
}

void expect_failure(ExitCode code, const std::string& message,
                    const std::vector<std::string>& arguments) {
  const ProgramOutcome outcome = elto(arguments);
  EXPECT_EQ(outcome.code, code) << outcome.err;
  EXPECT_SAYS(outcome.err, message);
  EXPECT_TRUE(outcome.err.starts_with("elto: ")) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  EXPECT_EQ(outcome.out, "");
}

TEST(Program, ShowsHelpForItselfAndForAVerb) {
  for (const char* flag : {"-h", "--help"}) {
    EXPECT_EQ(elto({flag}).code, kDone);
    EXPECT_SAYS(elto({flag}).out, "Verbs");
    EXPECT_EQ(elto({"filter", flag}).code, kDone);
    EXPECT_SAYS(elto({"filter", flag}).out, "Usage: elto filter");
  }
}

TEST(Program, ShowsHelpForAFamilyOfVerbsAndForItsMembers) {
  const ProgramOutcome family = elto({"discover", "--help"});
  EXPECT_EQ(family.code, kDone);
  EXPECT_SAYS(family.out, "Usage: elto discover pde|ode [options]");
  EXPECT_EQ(elto({"discover"}).code, kUsage);
  EXPECT_EQ(elto({"discover"}).out, family.out);
  EXPECT_SAYS(elto({"discover", "ode", "-h"}).out, "Usage: elto discover ode DATA... [options]");
  expect_failure(kUsage, "see elto discover --help", {"discover", "sde"});
  expect_failure(kUsage, "see elto discover pde --help", {"discover", "pde"});
}

TEST(Program, TakesNothingForWrongUsageAndHelps) {
  const ProgramOutcome outcome = elto({});
  EXPECT_EQ(outcome.code, kUsage);
  EXPECT_SAYS(outcome.out, "Verbs");
}

TEST(Program, KnowsItsVersion) {
  EXPECT_EQ(elto({"--version"}).out, "elto " + std::string(version) + "\n");
}

TEST(Program, SaysWhatIsWrongWithTheCommandLine) {
  expect_failure(kUsage, "see elto --help", {"denose"});
  expect_failure(kUsage, "see elto filter --help", {"filter"});
  expect_failure(kUsage, "--widow", {"fit", "x.csv", "--widow", "3"});
  expect_failure(kUsage, "--window: 'x' is not a whole number", {"fit", "x.csv", "--window", "x"});
  expect_failure(kUsage, "-o", {"fit", "x.csv"});
  expect_failure(kUsage, "--level: must be between 0 and 1",
                 {"forecast", "m", "x", "--level", "2"});
  expect_failure(kUsage, "--state-every: must be at least 1",
                 {"stream", "m.elto", "--state-every", "0"});
  expect_failure(kUsage, "--report: a report is a file", {"denoise", "x.csv", "--report", "-"});
  expect_failure(kUsage, "man, markdown or zoo", {"manual", "book"});
}

TEST(Program, SaysWhichFileIsWrong) {
  const testing::TemporaryFolder folder;
  const std::string there = folder / "there.csv", absent = folder / "absent.csv";
  write_whole_file(there, "x\n1\n");
  expect_failure(kFile, "absent.csv", {"info", absent});
  expect_failure(kFile, "exists; use --force", {"simulate", "lidar", "-o", there});
  expect_failure(kFile, "one of .csv, .tsv", {"simulate", "lidar", "-o", folder / "x.xls"});
  expect_failure(kFile, "is a folder", {"fit", there, "-o", folder.path().string(), "--force"});
  EXPECT_FALSE(std::filesystem::exists(absent));
}

TEST(Program, TakesOptionsFromAFileAndTheCommandLineWins) {
  const testing::TemporaryFolder folder;
  const std::string config = folder / "run.toml";
  write_whole_file(config, "rows = 12\nseed = 3\nwindow = 4\n");  // window is of another verb
  const ProgramOutcome from_file = elto({"simulate", "lidar", "--config", config});
  EXPECT_EQ(from_file.code, kDone);
  EXPECT_SAYS(from_file.err, "12 rows");
  EXPECT_SAYS(from_file.err, "seed 3");
  EXPECT_SAYS(elto({"simulate", "lidar", "--config", config, "--rows", "9"}).err, "9 rows");
}

TEST(Program, SaysWhereTheFileWithOptionsIsWrong) {
  const testing::TemporaryFolder folder;
  const std::string config = folder / "run.toml";
  write_whole_file(config, "\nrow = 12\n");
  expect_failure(kUsage, "run.toml: line 2: no option is called 'row'",
                 {"simulate", "lidar", "--config", config});
  write_whole_file(config, "rows = true\n");
  expect_failure(kUsage, "run.toml: line 1: --rows: 'true' is not a whole number",
                 {"simulate", "lidar", "--config", config});
  write_whole_file(config, "rows = \n");
  expect_failure(kFile, "run.toml: line 1", {"simulate", "lidar", "--config", config});
}

TEST(Program, TheLastOfTwoValuesCounts) {
  EXPECT_SAYS(elto({"simulate", "lidar", "--rows", "9", "--rows", "8"}).err, "8 rows");
}

TEST(Program, ReportsWhatNobodyThoughtOf) {
  // The system refuses to look at such a path.
  const std::string path = concat(std::string(5000, 'x'), ".csv");
  expect_failure(kFile, "x.csv", {"simulate", "lidar", "-o", path});
}

}  // namespace
}  // namespace elto::command
