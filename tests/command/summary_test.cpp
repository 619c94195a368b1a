// SPDX-License-Identifier: Apache-2.0
#include "summary.hpp"

#include "support/error_message.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace elto::command {
namespace {

using Json = nlohmann::ordered_json;

struct Printed {
  std::string out, err;
};

Printed printed(const Json& object, const CommonOptions& common, bool data_on_stdout = false) {
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  print_summary(object, {"first", "second"}, common, data_on_stdout);
  return {::testing::internal::GetCapturedStdout(), ::testing::internal::GetCapturedStderr()};
}

TEST(Summary, StaysOutOfTheWayOfData) {
  EXPECT_EQ(printed({}, {}).out, "first\nsecond\n");
  EXPECT_EQ(printed({}, {}, true).out, "");
  EXPECT_EQ(printed({}, {}, true).err, "first\nsecond\n");
}

TEST(Summary, IsDroppedWhenQuiet) {
  for (const bool data_on_stdout : {false, true}) {
    EXPECT_EQ(printed({}, {.quiet = true}, data_on_stdout).out, "");
    EXPECT_EQ(printed({}, {.quiet = true}, data_on_stdout).err, "");
  }
}

TEST(Summary, IsJsonForPrograms) {
  const Json object = {{"verb", "fit"}, {"rows", 12}};
  for (const bool quiet : {false, true}) {
    const Printed both = printed(object, {.quiet = quiet, .json = true});
    EXPECT_EQ(Json::parse(both.out), object);
    EXPECT_EQ(both.err, "");
  }
}

TEST(Summary, IsJsonEvenIfAPathIsNotUtf8) {
  const Printed both = printed({{"input", "caf\xe9.csv"}}, {.json = true});
  EXPECT_EQ(Json::parse(both.out)["input"], "caf\xEF\xBF\xBD.csv");
}

TEST(Summary, CannotShareStandardOutput) {
  EXPECT_THROW(require_one_writer({.json = true}, "-"), UsageError);
  EXPECT_NO_THROW(require_one_writer({.json = true}, "clean.csv"));
  EXPECT_NO_THROW(require_one_writer({}, "-"));
}

TEST(Summary, TellsTheDiagnosticsOfEachChannel) {
  Diagnostics diagnostics;
  diagnostics.judged_rows = 30;
  diagnostics.channels.resize(2);
  diagnostics.channels[0].bands = BandVerdict::too_narrow;
  diagnostics.channels[0].nis = {.mean = 1.5, .lower = 0.5, .upper = 1.25};
  diagnostics.channels[0].coverage.of_90 = 0.75;
  diagnostics.channels[0].whiteness = {.lags = 6, .strongest_lag = 2, .correlation = -0.25};
  diagnostics.channels[0].against_trend = {.ratio = 0.75, .margin = 0.125};
  diagnostics.overall.bands = BandVerdict::honest;
  diagnostics.overall.error = 0.25;
  const Json json = Json::parse(to_json(diagnostics, {"x", "y"}).dump());
  EXPECT_EQ(json["judged_rows"], 30);
  EXPECT_EQ(json["overall"]["bands"], "honest");
  EXPECT_EQ(json["overall"]["error"], 0.25);
  EXPECT_EQ(json["channels"]["x"]["bands"], "too narrow");
  EXPECT_EQ(json["channels"]["x"]["nis"]["upper"], 1.25);
  EXPECT_EQ(json["channels"]["x"]["coverage"]["90"], 0.75);
  EXPECT_EQ(json["channels"]["x"]["whiteness"]["strongest_lag"], 2);
  EXPECT_EQ(json["channels"]["x"]["against_trend"]["margin"], 0.125);
  EXPECT_TRUE(json["channels"]["y"]["nis"]["mean"].is_null());
  EXPECT_FALSE(json.contains("outliers"));
  diagnostics.gate = GateCounts{.rejected = 3, .reopened = 1};
  EXPECT_EQ(to_json(diagnostics, {"x", "y"})["outliers"]["rejected"], 3);
}

}  // namespace
}  // namespace elto::command
