// SPDX-License-Identifier: Apache-2.0
#include "estimate_job.hpp"

#include <filesystem>
#include <limits>

#include "elto/filter/state_smoother.hpp"
#include "elto/io/csv.hpp"
#include "elto/io/whole_file.hpp"

#include "estimate_table.hpp"
#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/small_model.hpp"
#include "support/small_state_model.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

using Json = nlohmann::ordered_json;

const AnyModel& paper_model() {
  static const AnyModel model = testing::small_model();
  return model;
}

EstimateJob small_estimate_job(const testing::TemporaryFolder& folder) {
  return {.model = paper_model(),
          .series = testing::small_series(30),
          .path = "noisy.csv",
          .outputs = {.output = folder / "clean.csv", .report = folder / "report.html"},
          .common = {.quiet = true}};
}

TEST(EstimateJob, WritesTheEstimateOfTheFilter) {
  const testing::TemporaryFolder folder;
  const EstimateJob job = small_estimate_job(folder);
  Json object;
  std::vector<std::string> lines;
  run_estimate(job, object, lines);
  const Estimate estimate =
      filter(testing::small_model(), job.series, {.covariances = Covariances::variances});
  EXPECT_MATRIX_EQ(read_csv(folder / "clean.csv").values,
                   estimate_table(job.series, estimate).values);
}

TEST(EstimateJob, SmoothsWithThePapersModel) {
  const testing::TemporaryFolder folder;
  EstimateJob job = small_estimate_job(folder);
  job.smooths = true;
  Json object;
  std::vector<std::string> lines;
  run_estimate(job, object, lines);
  EXPECT_MATRIX_EQ(read_csv(folder / "clean.csv").values,
                   estimate_table(job.series, smooth(testing::small_model(), job.series,
                                                     {.covariances = Covariances::variances}))
                       .values);
}

TEST(EstimateJob, SmoothsWithAStateModel) {
  const testing::TemporaryFolder folder;
  const StateModel model =
      learn_state_model(testing::state_examples(testing::small_series(200).values), {});
  const AnyModel any = model;
  Json object;
  std::vector<std::string> lines;
  for (const bool smooths : {false, true}) {
    const EstimateJob job{.model = any,
                          .series = testing::small_series(200),
                          .path = "noisy.csv",
                          .outputs = {.output = folder / (smooths ? "s.csv" : "f.csv"),
                                      .report = folder / (smooths ? "s.html" : "f.html")},
                          .common = {.quiet = true},
                          .smooths = smooths};
    run_estimate(job, object, lines);
    const Estimate estimate = smooths ? smooth(model, job.series) : filter(model, job.series);
    EXPECT_MATRIX_EQ(read_csv(job.outputs.output).values,
                     estimate_table(job.series, estimate).values);
    EXPECT_SAYS(read_whole_file(job.outputs.report), "channels with learned dynamics");
  }
}

TEST(EstimateJob, TellsWhatItDid) {
  const testing::TemporaryFolder folder;
  Json object;
  std::vector<std::string> lines = {"before"};
  run_estimate(small_estimate_job(folder), object, lines);
  EXPECT_EQ(lines.front(), "before");
  EXPECT_EQ(lines.back(), "report  " + (folder / "report.html").string());
  EXPECT_EQ(object["rows"], 30);
  EXPECT_EQ(object["channels"], (Json{"position", "velocity"}));
  EXPECT_EQ(object["data_hash"], data_hash(testing::small_series(30)));
  EXPECT_EQ(object["output"], (folder / "clean.csv").string());
  EXPECT_FALSE(object["verdict"].empty());
  EXPECT_TRUE(object["diagnostics"]["channels"].contains("velocity"));
}

TEST(EstimateJob, ReportsOnTheModel) {
  const testing::TemporaryFolder folder;
  Json object;
  std::vector<std::string> lines;
  run_estimate(small_estimate_job(folder), object, lines);
  const std::string page = read_whole_file(folder / "report.html");
  for (const std::string& text : {std::string("noisy"), std::string("30 rows, 2 channels"),
                                  data_hash(testing::small_series(30))})
    EXPECT_SAYS(page, text);
}

TEST(EstimateJob, OfAFitSaysWhatWasTriedAndThatTheRowsAreNotNew) {
  const testing::TemporaryFolder folder;
  EstimateJob job = small_estimate_job(folder);
  FitOutcome fitted;
  fitted.tried = {{"a kind", -1.0, false}, {"another kind", -0.5, true}};
  job.fitted = &fitted;
  Json object;
  std::vector<std::string> lines;
  run_estimate(job, object, lines);
  EXPECT_SAYS(object["verdict"].back().get<std::string>(), "has learned from these very rows");
  EXPECT_SAYS(read_whole_file(folder / "report.html"), "another kind</th><td>-0.5</td>");
}

TEST(EstimateJob, WritesCovariancesOnRequest) {
  const testing::TemporaryFolder folder;
  EstimateJob job = small_estimate_job(folder);
  job.outputs.covariances = Covariances::full;
  job.outputs.report.clear();
  Json object;
  std::vector<std::string> lines;
  run_estimate(job, object, lines);
  EXPECT_EQ(read_csv(folder / "clean.csv").channels.back(), "position_velocity_cov");
  EXPECT_FALSE(object.contains("report"));
}

TEST(EstimateJob, WritesNothingWhenTheFilterFails) {
  const testing::TemporaryFolder folder;
  EstimateJob job = small_estimate_job(folder);
  Model broken_model = testing::small_model();
  broken_model.initial.mean.setConstant(std::numeric_limits<double>::infinity());
  const AnyModel broken = broken_model;
  const EstimateJob failing{.model = broken,
                            .series = job.series,
                            .path = job.path,
                            .outputs = job.outputs,
                            .common = job.common};
  Json object;
  std::vector<std::string> lines;
  EXPECT_SAYS(testing::message_of<NumericalError>([&] { run_estimate(failing, object, lines); }),
              "noisy.csv: the filter failed, not finite");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(EstimateJob, LooksAtItsOutputsFirst) {
  const testing::TemporaryFolder folder;
  const auto usage = [](const EstimateOutputs& outputs, const CommonOptions& common) {
    return testing::message_of<UsageError>([&] { require_writable(outputs, common); });
  };
  const auto file = [](const EstimateOutputs& outputs) {
    return testing::io_error_of([&] { require_writable(outputs, {}); });
  };
  EXPECT_EQ(usage({}, {}), "accepted");
  EXPECT_SAYS(usage({}, {.json = true}), "--json");
  EXPECT_SAYS(usage({.report = "-"}, {}), "--report: a report is a file");
  EXPECT_SAYS(file({.output = folder / "clean.xls"}), "extension");
  EXPECT_SAYS(file({.report = folder / "no/report.html"}), "folder");
  write_whole_file(folder / "report.html", "old");
  EXPECT_SAYS(file({.report = folder / "report.html"}), "exists");
}

TEST(EstimateJob, HasOptionsForItsOutputs) {
  EstimateOutputs outputs;
  const std::vector<Option> options = options_of(outputs);
  ASSERT_EQ(options.size(), 4U);
  EXPECT_FALSE(outputs.flags);
  options[3].assign("true");
  EXPECT_TRUE(outputs.flags);
  EXPECT_EQ(options[0].letter, 'o');
  options[0].assign("clean.csv");
  options[1].assign("report.html");
  options[2].assign("full");
  EXPECT_EQ(outputs.output, "clean.csv");
  EXPECT_EQ(outputs.report, "report.html");
  EXPECT_EQ(outputs.covariances, Covariances::full);
}

}  // namespace
}  // namespace elto::command
