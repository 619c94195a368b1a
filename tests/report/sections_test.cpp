// SPDX-License-Identifier: Apache-2.0
#include "report/sections.hpp"

#include <limits>
#include <utility>

#include "report/html.hpp"
#include "report/sample_run.hpp"
#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto::page {
namespace {

using testing::sample_report;
using testing::sample_run;
using testing::SampleRun;
using testing::says;

TEST(Sections, VerdictHasTheMarkOfItsHeaviestFinding) {
  const SampleRun run = sample_run(1, 20);
  Report report = sample_report(run);
  report.verdict = {{{Weight::remark, "Noise removed", "Half of it."}}};
  EXPECT_SAYS(verdict_section(report), "class=\"verdict unknown\"");
  EXPECT_SAYS(verdict_section(report), "Noise removed");
  report.verdict.findings.push_back({Weight::good, "Error bars honest", "They hold."});
  EXPECT_SAYS(verdict_section(report), "class=\"verdict good\"");
  EXPECT_SAYS(verdict_section(report), "</span> Error bars honest</span>");
  report.verdict.findings.push_back({Weight::doubt, "Noise or movement", "Who knows."});
  EXPECT_SAYS(verdict_section(report), "class=\"verdict fair\"");
  report.verdict.findings.push_back({Weight::warning, "Model does not suit", "No."});
  const std::string warned = verdict_section(report);
  EXPECT_SAYS(warned, "class=\"verdict bad\"");
  EXPECT_SAYS(warned, "</span> Model does not suit</span>");
  EXPECT_SAYS(warned, "<p><span class=\"mark bad\" aria-hidden=\"true\">!</span> No.</p>");
  EXPECT_FALSE(says(warned, "\u2713"));  // no green mark beside a warning
  report.verdict = {};
  EXPECT_SAYS(verdict_section(report), "Not judged");
}

TEST(Sections, VerdictKeepsTheOrderOfItsSentences) {
  const SampleRun run = sample_run(1, 20);
  Report report = sample_report(run);
  report.verdict = {{{Weight::remark, "", "First <b>."}, {Weight::remark, "", "Second."}}};
  EXPECT_SAYS(verdict_section(report), "<p>First &lt;b&gt;.</p>\n<p>Second.</p>");
}

TEST(Sections, AFailedFilterComesBeforeAnythingElse) {
  SampleRun run = sample_run(1, 20);
  run.estimate.status = {StatusCode::not_finite, 17};
  const std::string verdict = verdict_section(sample_report(run));
  EXPECT_SAYS(verdict, "Filter failed");
  EXPECT_SAYS(verdict, "not finite at step 17");
  EXPECT_FALSE(says(verdict, "honest"));
}

std::string summary_of(const SampleRun& run) {
  return summary_rows(sample_report(run), row_axis(run.series));
}

TEST(Sections, SummaryHasARowPerChannelAndOneForAll) {
  const SampleRun run = sample_run(3, 20);
  const std::string rows = summary_of(run);
  EXPECT_SAYS(
      rows,
      "<th scope=\"row\">sensor 2<span class=\"signal\">trend and season of 1 day</span></th>"
      "<td>0.6</td><td>0.31</td><td>48%</td>");
  EXPECT_SAYS(rows, "too narrow \u00d72.3");
  EXPECT_SAYS(rows, "too wide \u00d70.6");
  EXPECT_SAYS(rows, "all together");
  EXPECT_FALSE(says(summary_of(sample_run(1, 20)), "all together"));
}

TEST(Sections, SummarySaysInWordsWhereNoNoiseWasMeasured) {
  SampleRun run = sample_run(1, 20);
  for (const auto& [kind, words] : {std::pair{NoiseKind::constant, "<td>never changes</td>"},
                                    {NoiseKind::hardly_any, "<td>hardly any noise</td>"},
                                    {NoiseKind::independent, "<td>rows look independent</td>"},
                                    {NoiseKind::ambiguous, "<td>noise or movement</td>"},
                                    {NoiseKind::unknown, "<td>not measured</td>"}}) {
    run.diagnostics.channels[0].noise = kind;
    EXPECT_SAYS(summary_of(run), words);
  }
  run.diagnostics.channels[0].bands = BandVerdict::doubtful;
  EXPECT_SAYS(summary_of(run), "</span> doubtful</span>");
}

TEST(Sections, SaysWhatTheFiguresAreTakenFrom) {
  SampleRun run = sample_run(1, 20);
  EXPECT_SAYS(judged_by(sample_report(run)), "from the rows before it");
  EXPECT_SAYS(innovations_are(sample_report(run)), "one step ahead");
  run.diagnostics.by_left_out = true;
  EXPECT_SAYS(judged_by(sample_report(run)), "told by all others");
  EXPECT_SAYS(innovations_are(sample_report(run)), "what all others say of it");
}

TEST(Sections, TrustHasEveryFigureOfAChannel) {
  const SampleRun run = sample_run(3, 20);
  const std::string rows = trust_rows(sample_report(run));
  EXPECT_SAYS(rows,
              "<td>1.01 (0.96 to 1.04)</td><td>50%</td><td>90%</td><td>95%</td>"
              "<td>-0.021 at lag 7, p = 0.52</td><td class=\"skill\">0.53 \u00b1 0.04</td>"
              "<td class=\"skill\">0.84 \u00b1 0.03</td></tr>");
  EXPECT_SAYS(rows, "<td>5.29 (0.96 to 1.04)</td><td>21%</td><td>52%</td><td>61%</td>");
  EXPECT_SAYS(rows, "<th scope=\"row\">all together</th><td>1.01");
}

TEST(Sections, TrustMarksFlaws) {
  SampleRun run = sample_run(2, 20);
  const SampleRun good = sample_run(1, 20);
  EXPECT_FALSE(says(trust_rows(sample_report(run)), "</span> 0.62 at lag 1"));
  run.diagnostics.overall.whiteness = run.diagnostics.channels[1].whiteness;
  const std::string rows = trust_rows(sample_report(run));
  EXPECT_SAYS(rows, "</span> 0.62 at lag 1, p &lt; 0.001</span>");
  EXPECT_SAYS(rows, "</span> 1.4 \u00b1 0.07</span>");
  EXPECT_FALSE(says(trust_rows(sample_report(good)), "mark"));
}

TEST(Sections, TrustSaysNothingWhereNothingIsKnown) {
  SampleRun run = sample_run(1, 20);
  run.diagnostics.channels[0] = {};
  const std::string dash = readable(std::numeric_limits<double>::quiet_NaN());
  std::string cells;
  for (int i = 0; i < 5; ++i) cells += "<td>" + dash + "</td>";
  for (int i = 0; i < 2; ++i) cells += "<td class=\"skill\">" + dash + "</td>";
  EXPECT_SAYS(trust_rows(sample_report(run)), cells);
}

TEST(Sections, OutliersAreCountedIfThereIsAGate) {
  SampleRun run = sample_run(2, 80);
  EXPECT_SAYS(outlier_note(sample_report(run)), ": 12 of 156. ");  // 2 rows are missing
  EXPECT_SAYS(outlier_note(sample_report(run)), "gone there: 1.");
  run.diagnostics.gate = GateCounts{};
  EXPECT_SAYS(outlier_note(sample_report(run)), "No value");
  run.diagnostics.gate.reset();
  EXPECT_EQ(outlier_note(sample_report(run)), "");
}

TEST(Sections, KindsOfModelsAreComparedIfThereWereSome) {
  const SampleRun run = sample_run(1, 20);
  Report report = sample_report(run);
  const std::string section = tried_section(report);
  EXPECT_SAYS(section, "order 1, no map</th><td>-1.21</td><td class=\"words\"></td>");
  EXPECT_SAYS(section, "order 2, all inputs</th><td>-0.93</td><td class=\"words\"><span");
  EXPECT_SAYS(section, "chosen");
  EXPECT_SAYS(section, "held out");
  report.trial = Trial::whole_series;
  EXPECT_SAYS(tried_section(report), "less that of the best");
  report.tried.clear();
  EXPECT_EQ(tried_section(report), "");
}

TEST(Sections, ComparisonSaysWhichModelWasChosenAndWhichWasNotPossible) {
  const SampleRun run = sample_run(1, 20);
  Report report = sample_report(run);
  EXPECT_EQ(comparison_section(report), "");
  report.comparison = ModelComparison{.models = {{.name = "default", .score = 0.5, .seconds = 2.0},
                                                 {.name = "paper", .problem = "rows < 12"}},
                                      .best = 0};
  const std::string section = comparison_section(report);
  EXPECT_SAYS(section, "<th scope=\"row\">default</th><td>0.5</td><td>2 s</td>");
  EXPECT_SAYS(section, "chosen");
  EXPECT_SAYS(section, "not possible: rows &lt; 12");
}

TEST(Sections, ChannelsWithoutNamesHaveThoseOfTheOutput) {
  SampleRun run = sample_run(2, 20);
  run.series.channels.clear();
  EXPECT_SAYS(channel_figures(sample_report(run)), "y0");
  EXPECT_SAYS(innovation_figures(sample_report(run)), "y1");
}

TEST(Sections, NotesSayOnlyWhatIsTrue) {
  const SampleRun run = sample_run(1, 20);
  Report report = sample_report(run);
  EXPECT_EQ(chart_notes(report, RowAxis{}, 20), "");
  EXPECT_SAYS(chart_notes(report, RowAxis{}, 12), "has 20 rows");
  EXPECT_SAYS(chart_notes(report, RowAxis{.time_ignored = true}, 20), "counts rows");
  report.learned_rows = 7;
  EXPECT_SAYS(learned_key(report), "first 7 rows");
  report.learned_rows = 0;
  EXPECT_EQ(learned_key(report), "");
}

TEST(Sections, FixedNoiseIsOneSentence) {
  SampleRun run = sample_run(1, 20);
  EXPECT_SAYS(noise_section(sample_report(run)), "data-chart=\"process\"");
  run.estimate.noise.clear();
  EXPECT_SAYS(noise_section(sample_report(run)), "held fixed");
  run.diagnostics.by_left_out = true;
  EXPECT_SAYS(noise_section(sample_report(run)), "one number");
  EXPECT_FALSE(knows_skill(sample_report(run)));
  EXPECT_FALSE(says(noise_section(sample_report(run)), "data-chart"));
}

TEST(Sections, WithoutTuningAndCardThereIsNothing) {
  const SampleRun run = sample_run(1, 20);
  Report report = sample_report(run);
  EXPECT_SAYS(tuning_section(report), "data-chart=\"tuning\"");
  EXPECT_SAYS(card_section(report), "<dt>window</dt><dd>5</dd>");
  report.tuning.reset();
  report.card.clear();
  EXPECT_EQ(tuning_section(report), "");
  EXPECT_EQ(card_section(report), "");
}

TEST(Sections, CardValuesAreEscaped) {
  const SampleRun run = sample_run(1, 20);
  Report report = sample_report(run);
  report.card = {{"a<b", {{"c&d", "<script>"}}}};
  EXPECT_SAYS(card_section(report), "<h3>a&lt;b</h3>");
  EXPECT_SAYS(card_section(report), "<dt>c&amp;d</dt><dd>&lt;script&gt;</dd>");
}

}  // namespace
}  // namespace elto::page
