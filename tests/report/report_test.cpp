// SPDX-License-Identifier: Apache-2.0
#include "report/report.hpp"

#include <string>

#include "report/sample_run.hpp"
#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::sample_report;
using testing::sample_run;
using testing::SampleRun;
using testing::says;

std::size_t occurrences(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST(Report, IsOnePageWithAllItsParts) {
  const SampleRun run = sample_run(3, 200);
  const std::string page = to_html(sample_report(run));
  EXPECT_EQ(page.find("<!doctype html>"), 0U);
  EXPECT_SAYS(page, "<title>Wave tank, run 14</title>");
  std::size_t last = 0;
  for (const char* part :
       {"<h1>", "class=\"verdict", "id=\"summary\"", "data-chart=\"channel-0\"",
        "data-chart=\"channel-2\"", "id=\"trust\"", "data-chart=\"innovation-0\"",
        "data-chart=\"square\"", "data-chart=\"process\"", "data-chart=\"measurement\"",
        "id=\"tried\"", "data-chart=\"tuning\"", "id=\"card\"", "application/json"}) {
    const std::size_t at = page.find(part, last);
    ASSERT_NE(at, std::string::npos) << part << " is not there, or too early";
    last = at;
  }
}

TEST(Report, AsksTheNetworkForNothing) {
  const SampleRun run = sample_run(1, 50);
  const std::string page = to_html(sample_report(run));
  EXPECT_SAYS(page, "default-src 'none'");
  EXPECT_FALSE(says(page, "<script src"));
  EXPECT_FALSE(says(page, "rel=\"stylesheet\""));
  EXPECT_FALSE(says(page, "@import"));
  EXPECT_FALSE(says(page, "sourceMappingURL"));
}

TEST(Report, CarriesTheLicenceOfItsCharts) {
  const SampleRun run = sample_run(1, 50);
  const std::string page = to_html(sample_report(run));
  EXPECT_SAYS(page, "Dan Vanderkam");
  EXPECT_SAYS(page, "Permission is hereby granted, free of charge");
}

TEST(Report, TextOfTheDataCannotBreakOut) {
  constexpr const char* kAttack = "</script><script>attack()</script><!--\"'&{{data}}";
  SampleRun run = sample_run(2, 50);
  const std::string harmless = to_html(sample_report(run));
  run.series.channels = {kAttack, kAttack};
  run.series.time.name = kAttack;
  Report report = sample_report(run);
  report.title = report.subtitle = kAttack;
  report.verdict = {{{Weight::warning, kAttack, kAttack}}};
  report.signals = {kAttack, kAttack};
  report.card = {{kAttack, {{kAttack, kAttack}}}};
  const std::string page = to_html(report);
  EXPECT_FALSE(says(page, "<script>attack"));
  EXPECT_EQ(occurrences(page, "<script"), occurrences(harmless, "<script"));
  EXPECT_EQ(occurrences(page, "</script"), occurrences(harmless, "</script"));
  EXPECT_EQ(occurrences(page, "<!--"), occurrences(harmless, "<!--"));
}

TEST(Report, SaysThatRowsWereLeftOut) {
  const SampleRun run = sample_run(1, 2000);
  const Report report = sample_report(run);
  EXPECT_FALSE(says(to_html(report), "To keep this file small"));
  const std::string small = to_html(report, {.numbers = 5000});
  EXPECT_SAYS(small, "The series has 2,000 rows. To keep this file small");
  EXPECT_LT(small.size(), to_html(report).size());
}

TEST(Report, OfASingleRow) {
  SampleRun run = sample_run(1, 1);
  run.estimate.noise.clear();
  run.series.time = {};
  EXPECT_NO_THROW(to_html(sample_report(run)));
}

TEST(Report, RefusesPartsOfDifferentRuns) {
  const SampleRun run = sample_run(2, 50), other = sample_run(2, 49), narrow = sample_run(1, 50);
  Report report{.series = run.series, .estimate = other.estimate, .diagnostics = run.diagnostics};
  EXPECT_REFUSED(to_html(report), "estimate.mean: must be 50 x 2 like the series, got 49 x 2");
  Report another{.series = run.series, .estimate = run.estimate, .diagnostics = narrow.diagnostics};
  EXPECT_REFUSED(to_html(another), "diagnostics.innovation: must be 50 x 2 like the series");
}

TEST(Report, RefusesWhatIsOutOfBounds) {
  const SampleRun run = sample_run(1, 50);
  Report report = sample_report(run);
  report.learned_rows = 51;
  EXPECT_REFUSED(to_html(report), "learned_rows: must be between 0 and 50, got 51");
  report.learned_rows = 0;
  EXPECT_REFUSED(to_html(report, {.numbers = 10}), "numbers: must be at least 1000, got 10");
  report.tuning = TuningRecord{.best = {1.0, 2.0}, .evaluations = {1}};
  EXPECT_REFUSED(to_html(report), "tuning.evaluations: must be 2, one per iteration, or none");
}

}  // namespace
}  // namespace elto
