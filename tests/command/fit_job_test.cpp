// SPDX-License-Identifier: Apache-2.0
#include "fit_job.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <thread>

#include "elto/io/whole_file.hpp"
#include "elto/model/model_file.hpp"

#include "checkpoint.hpp"
#include "support/error_message.hpp"
#include "support/small_model.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

FitJob small_fit_job(const testing::TemporaryFolder& folder) {
  FitJob job{
      .series = testing::small_series(),
      .path = "data.csv",
      .arguments = {.choice = ModelChoice::paper, .model = testing::small_options(), .fit = {}},
      .checkpoint = {.checkpoint = folder / "c", .resume = true},
      .common = {.threads = 1, .quiet = true}};
  job.arguments.fit.tuning.search.evaluations = 60;
  return job;
}

std::string model_bytes(const AnyModel& model, const testing::TemporaryFolder& folder) {
  save(model, folder / "m.elto");
  return read_whole_file(folder / "m.elto");
}

TEST(FitJob, HashIsThatOfTheValues) {
  const Series series = testing::small_series();
  Series other = series;
  other.channels = {"a", "b"};
  other.time = {};
  EXPECT_EQ(data_hash(other), data_hash(series));
  EXPECT_EQ(data_hash(series).size(), 16U);
  other.values(3, 1) = std::nextafter(other.values(3, 1), 1e9);
  EXPECT_NE(data_hash(other), data_hash(series));
  EXPECT_NE(data_hash(Matrix::Ones(2, 3)), data_hash(Matrix::Ones(3, 2)));
}

TEST(FitJob, HashTakesOneNanForAsGoodAsAnother) {
  Series series = testing::small_series(), other = series;
  series.values(2, 0) = std::numeric_limits<double>::quiet_NaN();
  other.values(2, 0) = -std::bit_cast<double>(std::uint64_t{0x7ff8000000001234});
  EXPECT_EQ(data_hash(other), data_hash(series));
}

TEST(FitJob, FitsAndLeavesNoCheckpoint) {
  const testing::TemporaryFolder folder;
  const FitJob job = small_fit_job(folder);
  const FitOutcome outcome = run_fit(job);
  EXPECT_EQ(outcome.figures.back(), (std::pair<std::string, double>{"evaluations", 60.0}));
  EXPECT_GT(outcome.seconds, 0.0);
  EXPECT_EQ(channels_of(outcome.model), job.series.channels);
  EXPECT_FALSE(std::filesystem::exists(folder / "c"));
}

TEST(FitJob, FitsTheEngineToFewRowsUnlessToldOtherwise) {
  const testing::TemporaryFolder folder;
  FitJob job = small_fit_job(folder);
  job.arguments.choice = FitArguments{}.choice;
  const FitOutcome outcome = run_fit(job);
  EXPECT_TRUE(std::holds_alternative<SignalModel>(outcome.model));
  EXPECT_EQ(channels_of(outcome.model), job.series.channels);
  EXPECT_EQ(std::ssize(outcome.sentences), job.series.dimension());
  EXPECT_SAYS(outcome.sentences.front(), "the best of ");
  EXPECT_EQ(std::ranges::count(outcome.tried, true, &TriedKind::chosen), job.series.dimension());
}

TEST(FitJob, FitsTheEngineToTimesThatAreNotRegular) {
  const testing::TemporaryFolder folder;
  FitJob job = small_fit_job(folder);
  job.arguments.choice = FitArguments{}.choice;
  job.arguments.state.evaluations = 10;
  job.series.values = Matrix(job.series.values.replicate(6, 1)).topRows(301);
  job.series.time = {.name = "time", .values = Vector::LinSpaced(301, 0.0, 300.0), .labels = {}};
  EXPECT_TRUE(std::holds_alternative<StateModel>(run_fit(job).model));
  job.series.time.values.tail(100).array() += 0.5;
  EXPECT_TRUE(std::holds_alternative<SignalModel>(run_fit(job).model));
}

TEST(FitJob, FitsTheStateModel) {
  const testing::TemporaryFolder folder;
  FitJob job = small_fit_job(folder);
  job.arguments.choice = ModelChoice::state;
  job.arguments.state.evaluations = 10;
  job.series.values(7, 1) = std::numeric_limits<double>::quiet_NaN();
  const FitOutcome outcome = run_fit(job);
  EXPECT_TRUE(std::holds_alternative<StateModel>(outcome.model));
  EXPECT_EQ(channels_of(outcome.model), job.series.channels);
  EXPECT_EQ(outcome.dropped_rows, 0);
  EXPECT_EQ(outcome.figures.front().first, "score");
  ASSERT_EQ(outcome.sentences.size(), 2U);
  EXPECT_SAYS(outcome.sentences.front(), "kinds of models: order ");
  EXPECT_GE(outcome.tried.size(), 2U);
  EXPECT_EQ(std::ranges::count(outcome.tried, true, &TriedKind::chosen), 1);
}

TEST(FitJob, ChoosesAndFitsTheWinnerToAllRows) {
  const testing::TemporaryFolder folder;
  FitJob job = small_fit_job(folder);
  job.arguments.choice = ModelChoice::best;
  job.arguments.state.evaluations = 10;
  job.arguments.fit.tuning.search.evaluations = 10;
  const FitOutcome outcome = run_fit(job);
  ASSERT_TRUE(outcome.comparison);
  ASSERT_EQ(outcome.comparison->models.size(), 3U);
  const std::string& best = outcome.comparison->models[outcome.comparison->best].name;
  job.arguments.choice = best == kPaperCandidate ? ModelChoice::paper : ModelChoice::state;
  if (best == kTrendCandidate) job.arguments.state.kinds = {kTrendKind};
  EXPECT_EQ(model_bytes(outcome.model, folder), model_bytes(run_fit(job).model, folder));
  save_fitted(outcome, folder / "noted.elto");
  EXPECT_EQ(model_bytes(load_any(folder / "noted.elto"), folder),
            model_bytes(outcome.model, folder));
}

TEST(FitJob, BlamesTheOptionOfACandidate) {
  const testing::TemporaryFolder folder;
  FitJob job = small_fit_job(folder);
  job.arguments.choice = ModelChoice::best;
  job.arguments.model.window = 0;
  EXPECT_EQ(testing::message_of<UsageError>([&] { (void)run_fit(job); }),
            "--window: must be at least 1, got 0");
}

TEST(FitJob, StoppedAndResumedEndsAsIfNothingHadHappened) {
  const testing::TemporaryFolder folder;
  FitJob job = small_fit_job(folder);
  const std::string whole = model_bytes(run_fit(job).model, folder);
  // The first part of the search, under the name of the whole one.
  {
    FitArguments arguments = job.arguments;
    arguments.take(job.common);
    Index generations = 0;
    std::string kept;
    arguments.fit.tuning.search.progress = [&](const MinimizeProgress& now) {
      kept = now.checkpoint();
      return ++generations < 3;
    };
    (void)fit_with_record(job.series, arguments.model, arguments.fit);
    write_checkpoint({job_name(job), kept}, folder / "c");
  }
  EXPECT_EQ(model_bytes(run_fit(job).model, folder), whole);
  EXPECT_FALSE(std::filesystem::exists(folder / "c"));
}

TEST(FitJob, CannotResumeAnotherJob) {
  const testing::TemporaryFolder folder;
  FitJob job = small_fit_job(folder);
  write_checkpoint({job_name(job), "{}"}, folder / "c");
  EXPECT_SAYS(testing::io_error_of([&] { (void)run_fit(job); }), "c: checkpoint: ");
  job.common.seed = 2;
  EXPECT_SAYS(testing::io_error_of([&] { (void)run_fit(job); }),
              "belongs to other data or other options");
  job.checkpoint.resume = false;
  EXPECT_NO_THROW((void)run_fit(job));
}

TEST(FitJob, IsNamedByAllThatTheResultDependsOn) {
  const testing::TemporaryFolder folder;
  const FitJob job = small_fit_job(folder);
  FitJob other = job;
  other.common.threads = 7;
  other.path = "copy.csv";
  EXPECT_EQ(job_name(other), job_name(job));
  other.series.values(0, 0) += 1.0;
  EXPECT_NE(job_name(other), job_name(job));
  other = job;
  other.arguments.model.window = 4;
  EXPECT_NE(job_name(other), job_name(job));
}

TEST(FitJob, BlamesTheOptionUnderItsFullName) {
  const testing::TemporaryFolder folder;
  const auto refusal = [&](auto change) {
    FitJob job = small_fit_job(folder);
    change(job);
    return testing::message_of<UsageError>([&] { (void)run_fit(job); });
  };
  EXPECT_EQ(refusal([](FitJob& job) { job.arguments.model.window = 0; }),
            "--window: must be at least 1, got 0");
  EXPECT_EQ(refusal([](FitJob& job) { job.arguments.model.operators.rank.max_rank = 0; }),
            "--operators.rank.max_rank: must be at least 1, got 0");
  EXPECT_EQ(refusal([](FitJob& job) { job.arguments.fit.tuning.search.evaluations = 0; }),
            "--tuning.search.evaluations: must be at least 1, got 0");
  EXPECT_EQ(refusal([](FitJob& job) { job.arguments.model.adaptation.window = 0; }),
            "--adaptation.window: must be at least 1, got 0");
  EXPECT_EQ(refusal([](FitJob& job) { job.common.threads = -1; }),
            "--threads: must be at least 0, got -1");
}

TEST(FitJob, BlamesTheFileForItsData) {
  const testing::TemporaryFolder folder;
  const auto refusal = [&](const Series& series) {
    FitJob job = small_fit_job(folder);
    job.series = series;
    return testing::io_error_of([&] { (void)run_fit(job); });
  };
  EXPECT_SAYS(refusal(testing::small_series(8)), "data.csv: series length: must be at least");
  FitJob job = small_fit_job(folder);
  job.arguments.choice = ModelChoice::state;
  job.series = testing::small_series(8);
  EXPECT_SAYS(testing::io_error_of([&] { (void)run_fit(job); }),
              "data.csv: series length: must be at least 12, got 8");
  EXPECT_SAYS(refusal(Matrix::Ones(60, 1)), "data.csv: channel 0: must be varying");
}

TEST(FitJob, StopsInOrderWhenInterrupted) {
  const testing::TemporaryFolder folder;
  FitJob job = small_fit_job(folder);
  job.checkpoint.resume = false;
  job.arguments.fit.tuning.search.evaluations = 100000000;
  std::thread impatient([] {
    struct sigaction action = {};
    while (sigaction(SIGTERM, nullptr, &action) == 0 && action.sa_handler == SIG_DFL)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));  // nobody listens yet
    std::raise(SIGTERM);
  });
  const std::string notice = testing::message_of<Interrupted>([&] { (void)run_fit(job); });
  impatient.join();
  EXPECT_SAYS(notice, " of 100000000 candidates; ");
  EXPECT_SAYS(notice, "--resume goes on");
  EXPECT_TRUE(std::filesystem::exists(folder / "c"));
}

TEST(FitJob, HasOptionsForItsCheckpoint) {
  CheckpointArguments arguments;
  for (const Option& option : options_of(arguments))
    option.assign(option.is_flag() ? "true" : "file");
  EXPECT_EQ(arguments.checkpoint, "file");
  EXPECT_TRUE(arguments.resume);
}

}  // namespace
}  // namespace elto::command
