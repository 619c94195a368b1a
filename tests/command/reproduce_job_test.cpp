// SPDX-License-Identifier: Apache-2.0
#include "reproduce_job.hpp"

#include <filesystem>

#include "elto/core/error.hpp"

#include "experiments/trial_file.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

using experiments::Effort;
using experiments::Outcome;
using experiments::Table;
using experiments::Task;

/// One cell, whose contender counts how often it was called.
struct Counted {
  Index calls = 0;
  Table table;

  Counted() {
    table.name = "sb";
    table.title = "A table";
    table.rows = {{"Default", [](std::uint32_t) { return Task{}; }, "Default"}};
    const auto compete = [this](const Task&, const Effort&) {
      ++calls;
      return Outcome{.error = 0.02};
    };
    table.columns = {{{"With", compete}, "With"}};
    table.unit = 1e-2;
  }
};

ReproduceJob job_of(const Counted& counted, const std::filesystem::path& folder) {
  return {.tables = {counted.table},
          .campaign = {.trials = 3, .threads = 1},
          .folder = folder,
          .common = {.quiet = true}};
}

TEST(ReproduceJob, KeepsTrialsAndWritesDocuments) {
  const testing::TemporaryFolder folder;
  const Counted counted;
  const auto results = run_reproduce(job_of(counted, folder.path() / "new"));
  EXPECT_EQ(results.trials.size(), 3U);
  const ReproduceFiles files = files_in(folder.path() / "new");
  EXPECT_EQ(experiments::read_trials(files.trials).trials.size(), 3U);
  EXPECT_TRUE(std::filesystem::exists(files.markdown));
  EXPECT_TRUE(std::filesystem::exists(files.page));
}

TEST(ReproduceJob, MeasuresOnlyWhatIsNotKnown) {
  const testing::TemporaryFolder folder;
  const Counted counted;
  ReproduceJob job = job_of(counted, folder.path());
  run_reproduce(job);
  EXPECT_EQ(counted.calls, 3);
  job.campaign.trials = 5;
  EXPECT_EQ(run_reproduce(job).trials.size(), 5U);
  EXPECT_EQ(counted.calls, 5);
  job.common.force = true;
  run_reproduce(job);
  EXPECT_EQ(counted.calls, 10);
}

TEST(ReproduceJob, DoesNotMixTrialsOfOtherSettings) {
  const testing::TemporaryFolder folder;
  const Counted counted;
  ReproduceJob job = job_of(counted, folder.path());
  run_reproduce(job);
  job.campaign.evaluations = 7;
  EXPECT_THROW(run_reproduce(job), IoError);
}

TEST(ReproduceJob, PrintsOursBesideThePaper) {
  const testing::TemporaryFolder folder;
  const Counted counted;
  const auto lines = lines_of(counted.table, run_reproduce(job_of(counted, folder.path())));
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[1], "  Default");
  EXPECT_NE(lines[2].find("2.00"), std::string::npos) << lines[2];
  EXPECT_NE(lines[2].find("paper 8.81"), std::string::npos) << lines[2];
}

}  // namespace
}  // namespace elto::command
