// SPDX-License-Identifier: Apache-2.0
#include "report/set_aside.hpp"

#include <cmath>

#include "report/sample_run.hpp"
#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto::page {
namespace {

using testing::sample_report;
using testing::sample_run;
using testing::SampleRun;
using testing::says;

/// 100 rows of which one is an outlier, one a jump, and some are stuck or missing.
SampleRun flagged_run() {
  SampleRun run = sample_run(2, 100);
  run.series.values.col(0) = Vector::LinSpaced(100, 0.0, 9.9);
  run.estimate.flags = Flags(100, 2);
  run.estimate.flags(20, 0) = Flag::outlier;
  run.estimate.flags(70, 0) = Flag::jump;
  for (Index t = 41; t < 50; ++t) run.estimate.flags(t, 0) = Flag::stuck;
  for (const Index t : {45, 46, 60, 61, 62}) run.series.values(t, 0) = std::nan("");
  for (const Index t : {45, 46, 60, 61, 62}) run.estimate.flags(t, 0) = Flag::missing;
  run.diagnostics.channels[0].set_aside = {
      .outliers = 1, .jumps = 1, .stuck = 7, .stuck_stretches = 1};
  return run;
}

TEST(SetAside, WhatIsNotBelievedIsNoPartOfTheCurve) {
  const SampleRun run = flagged_run();
  const Vector values = believed_values(sample_report(run), 0);
  EXPECT_TRUE(std::isnan(values[20]));
  EXPECT_TRUE(std::isnan(values[44]));
  EXPECT_EQ(values[40], run.series.values(40, 0));  // what a sensor said first was measured
  EXPECT_EQ(values[70], run.series.values(70, 0));
}

TEST(SetAside, AStretchGoesOnOverMissingRows) {
  const SampleRun run = flagged_run();
  const auto stretches = stuck_stretches(sample_report(run), 0);
  ASSERT_EQ(stretches.size(), 1U);
  EXPECT_EQ(stretches[0].first, 40);
  EXPECT_EQ(stretches[0].last, 49);
  EXPECT_TRUE(stuck_stretches(sample_report(run), 1).empty());
}

TEST(SetAside, IsCountedInWords) {
  const SampleRun run = flagged_run();
  const Report report = sample_report(run);
  const RowAxis axis = row_axis(run.series);
  EXPECT_EQ(set_aside_words(report, axis, 0),
            "1 outlier, 1 jump, 1 stuck stretch (7 values), 2 gaps, 5 missing");
  const std::string key = flag_key(report, axis);
  EXPECT_SAYS(key, "1 outlier, set aside");
  EXPECT_SAYS(key, "1 jump of the level");
  EXPECT_SAYS(key, "1 stretch of a stuck sensor");
  EXPECT_SAYS(key, "gaps without measurements");
}

TEST(SetAside, NothingIsSaidWhereThereIsNothing) {
  SampleRun run = sample_run(1, 20);
  run.series.values.setZero();
  const Report report = sample_report(run);
  EXPECT_EQ(set_aside_words(report, row_axis(run.series), 0), "\u2013");
  EXPECT_EQ(flag_key(report, row_axis(run.series)), "");
  EXPECT_TRUE(rows_flagged(report, 0, Flag::outlier).empty());
}

}  // namespace
}  // namespace elto::page
