// SPDX-License-Identifier: Apache-2.0
#include "report/charts.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "report/encode.hpp"
#include "report/sample_run.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace elto::page {
namespace {

using testing::SampleRun;
using Json = nlohmann::json;

Json charts_of(const Report& report, const ReportOptions& options = {}) {
  return Json::parse(charts(report, row_axis(report.series), options).json);
}

std::size_t bytes_of(const Json& column) {
  const auto& data = column.at("data").get_ref<const std::string&>();
  const auto padding = static_cast<std::size_t>(std::count(data.begin(), data.end(), '='));
  return data.size() / 4 * 3 - padding;
}

std::size_t count_of(const Json& column) {
  return bytes_of(column) / (column.at("type") == "f32" ? 4 : 8);
}

std::size_t numbers_in(const Json& all) {
  std::size_t count = all["x"].is_null() ? 0 : count_of(all["x"]);
  for (const Json& chart : all["charts"]) {
    if (chart.contains("x")) count += count_of(chart["x"]);
    for (const Json& column : chart["columns"]) count += count_of(column);
  }
  return count;
}

TEST(Charts, HoldEveryRowOfAShortSeriesOnOneAxis) {
  const SampleRun run = testing::sample_run(2, 500);
  const Json all = charts_of(testing::sample_report(run));
  EXPECT_EQ(count_of(all["x"]), 500U);
  EXPECT_EQ(all["charts"].size(), 2U * 2U + 4U);
  EXPECT_FALSE(all["charts"]["channel-1"].contains("x"));
  for (const auto& [name, columns] : {std::pair{"channel-1", 3U},
                                      {"innovation-0", 2U},
                                      {"square", 1U},
                                      {"process", 5U},
                                      {"measurement", 5U}}) {
    ASSERT_EQ(all["charts"][name]["columns"].size(), columns) << name;
    EXPECT_EQ(count_of(all["charts"][name]["columns"][0]), 500U) << name;
  }
}

TEST(Charts, BandIsTheMeanAndTwiceTheDeviationNearly) {
  SampleRun run = testing::sample_run(1, 3);
  run.estimate.variance = Vector{{0.0, 1.0, 4.0}};
  const Json all = charts_of(testing::sample_report(run));
  EXPECT_EQ(all["charts"]["channel-0"]["columns"][2]["data"],
            encode_values(Vector{{0.0, 1.96, 3.92}}).data);
}

TEST(Charts, InnovationsAreExpectedWithinTheirOwnDeviation) {
  SampleRun run = testing::sample_run(1, 3);
  run.diagnostics.expected_variance = Vector{{9.0, 16.0, 25.0}};
  const Json all = charts_of(testing::sample_report(run));
  EXPECT_EQ(all["charts"]["innovation-0"]["columns"][1]["data"],
            encode_values(Vector{{1.96 * 3.0, 1.96 * 4.0, 1.96 * 5.0}}).data);
}

TEST(Charts, NoiseIsTheDiagonalOfTheSquaredFactors) {
  SampleRun run = testing::sample_run(1, 2);
  const NoiseModel first{Matrix{{2.0, 0.0}, {1.0, 3.0}}, Matrix{{0.5}}};
  const NoiseModel second{Matrix{{1.0, 0.0}, {0.0, 1.0}}, Matrix{{2.0}}};
  run.estimate.noise = {first, second};
  const Json all = charts_of(testing::sample_report(run));
  EXPECT_EQ(all["charts"]["process"]["columns"][0]["data"], encode_values(Vector{{4.0, 1.0}}).data);
  EXPECT_EQ(all["charts"]["process"]["columns"][1]["data"],
            encode_values(Vector{{10.0, 1.0}}).data);
  EXPECT_EQ(all["charts"]["measurement"]["columns"][0]["data"],
            encode_values(Vector{{0.25, 4.0}}).data);
}

TEST(Charts, LongSeriesStayWithinTheNumbersAskedFor) {
  for (const Index channels : {1, 7}) {
    const SampleRun run = testing::sample_run(channels, 6000);
    const Report report = testing::sample_report(run);
    const ReportOptions options{.numbers = 20'000};
    const Json all = charts_of(report, options);
    EXPECT_TRUE(all["x"].is_null());
    EXPECT_LE(numbers_in(all), 20'000U + 100U);  // the tuning's are not counted
    EXPECT_GT(numbers_in(all), 10'000U);
    EXPECT_LT(charts(report, row_axis(run.series), options).shown_rows, 6000);
    for (const Json& chart : all["charts"])
      for (const Json& column : chart["columns"]) EXPECT_EQ(count_of(column), count_of(chart["x"]));
  }
}

TEST(Charts, MarkWhatWasSetAsideAndLeaveItOutOfTheCurve) {
  SampleRun run = testing::sample_run(2, 60);
  run.series.values.col(0).setConstant(1.0);
  run.series.values(10, 0) = 1000.0;
  run.series.values.col(0).segment(40, 3).setConstant(std::nan(""));
  run.estimate.flags = Flags(60, 2);
  run.estimate.flags(10, 0) = Flag::outlier;
  run.estimate.flags(20, 0) = Flag::jump;
  for (Index t = 51; t < 55; ++t) run.estimate.flags(t, 0) = Flag::stuck;
  const Json all = charts_of(testing::sample_report(run));
  const Json& chart = all["charts"]["channel-0"];
  const Vector x = row_axis(run.series).positions;
  EXPECT_EQ(chart["marks"]["outlier"]["x"]["data"], encode_positions(Vector{{x[10]}}).data);
  EXPECT_EQ(chart["marks"]["outlier"]["y"]["data"], encode_values(Vector{{1000.0}}).data);
  EXPECT_EQ(chart["marks"]["jump"]["x"]["data"], encode_positions(Vector{{x[20]}}).data);
  EXPECT_EQ(chart["marks"]["stuck"]["x"]["data"], encode_positions(Vector{{x[50]}}).data);
  EXPECT_EQ(chart["marks"]["stuck"]["to"]["data"], encode_positions(Vector{{x[54]}}).data);
  Vector curve = run.series.values.col(0);
  curve[10] = std::nan("");
  curve.segment(51, 4).setConstant(std::nan(""));
  EXPECT_EQ(chart["columns"][0]["data"], encode_values(curve).data);
  EXPECT_EQ(chart["gaps"]["from"]["data"], encode_positions(Vector{{x[39]}}).data);
  EXPECT_EQ(chart["gaps"]["to"]["data"], encode_positions(Vector{{x[43]}}).data);
  EXPECT_EQ(chart["gaps"]["empty"]["data"], encode_values(Vector{{0.0}}).data);
  EXPECT_FALSE(all["charts"]["channel-1"].contains("marks"));
}

TEST(Charts, TuningBeginsWithTheInitialObjective) {
  const SampleRun run = testing::sample_run(1, 10);
  Report report = testing::sample_report(run);
  report.tuning = TuningRecord{.initial = 4.0, .best = {2.0, 1.0}, .evaluations = {12, 24}};
  const Json tuning = charts_of(report)["charts"]["tuning"];
  EXPECT_EQ(tuning["x"]["data"], encode_positions(Vector{{0.0, 12.0, 24.0}}).data);
  EXPECT_EQ(tuning["columns"][0]["data"], encode_values(Vector{{4.0, 2.0, 1.0}}).data);
}

TEST(Charts, AxisIsNamedAndSaysWhereLearningEnded) {
  SampleRun run = testing::sample_run(1, 10);
  run.series.time = {"t\xff", Vector::LinSpaced(10, 0.0, 9.0)};  // no UTF-8
  Report report = testing::sample_report(run);
  report.learned_rows = 4;
  const Json axis = charts_of(report)["axis"];
  EXPECT_EQ(axis["kind"], "number");
  EXPECT_EQ(axis["name"], "t\ufffd");
  EXPECT_EQ(axis["learnedUntil"], 3.0);
}

}  // namespace
}  // namespace elto::page
