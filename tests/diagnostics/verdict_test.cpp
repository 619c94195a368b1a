// SPDX-License-Identifier: Apache-2.0
#include "elto/diagnostics/verdict.hpp"

#include <limits>
#include <string>
#include <vector>

#include "support/error_message.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Diagnostics figures(const std::vector<Consistency>& channels, const Consistency& overall) {
  Diagnostics diagnostics;
  diagnostics.channels = channels;
  diagnostics.overall = overall;
  diagnostics.judged_rows = 100;
  return diagnostics;
}

/// Of one channel.
Verdict verdict_on(const Consistency& c) {
  return verdict(Matrix::Zero(1, 1), figures({c}, c));
}
std::string sentence_on(const Consistency& c, std::size_t which) {
  return verdict_on(c).sentences().at(which);
}

const Consistency kGood{.noise_level = 0.3,
                        .error = 0.114,
                        .removed = 0.62,
                        .nis = {.mean = 1.0},
                        .band_factor = 1.0,
                        .coverage = {.of_95 = 0.943},
                        .bands = BandVerdict::honest};
const Consistency kNarrow{.noise_level = 1234.0,
                          .error = 740.0,
                          .removed = 0.4,
                          .nis = {.mean = 1.6 * 1.6},
                          .band_factor = 2.31,
                          .coverage = {.of_95 = 0.8},
                          .bands = BandVerdict::too_narrow};

TEST(Verdict, OfAGoodResult) {
  const std::vector<std::string> sentences = verdict_on(kGood).sentences();
  ASSERT_EQ(sentences.size(), 3);
  EXPECT_EQ(sentences[0],
            "About 62% of the noise was removed (in root mean square): a cleaned value is off by "
            "about 0.11, a raw one by 0.30.");
  EXPECT_EQ(sentences[1],
            "The error bars are honest: 94% of new values fell within their 95% bounds.");
  EXPECT_EQ(sentences[2],
            "These figures are estimated from the noisy values alone, without the truth.");
}

TEST(Verdict, NamesTheWorstChannel) {
  const Series series(Matrix::Zero(1, 2), {"position", "velocity"});
  const auto sentences =
      verdict(series, figures({kGood, kNarrow}, {.removed = 0.5,
                                                 .nis = {.mean = 1.3 * 1.3},
                                                 .bands = BandVerdict::too_narrow}))
          .sentences();
  EXPECT_EQ(
      sentences.at(0),
      "About 50% of the noise was removed (in root mean square), least from velocity: a cleaned "
      "value of velocity is off by about 740, a raw one by 1200.");
  EXPECT_EQ(sentences.at(1),
            "The error bars of velocity are too narrow by a factor 2.3: new values missed their "
            "predictions by 1.6 times what was expected. Multiply the error bars by 2.3.");
  const auto unnamed = verdict(Matrix::Zero(1, 2), figures({kGood, kNarrow}, kNarrow)).sentences();
  EXPECT_SAYS(unnamed.at(1), "of y1 are too narrow");
}

TEST(Verdict, SaysPlainlyThatNothingWasRemoved) {
  Consistency c = kGood;
  c.error = 0.31;
  c.removed = 0.0;
  EXPECT_EQ(sentence_on(c, 0),
            "No noise was removed: a cleaned value is off by about 0.31, a raw one by 0.30.");
  c.noise_level = 0.0;
  c.noise = NoiseKind::hardly_any;
  c.spread = 1.0;
  EXPECT_EQ(sentence_on(c, 0), "No noise was found in the raw values: there is none to remove.");
}

TEST(Verdict, GivesNoFactorThatWouldNotHelp) {
  Consistency c = kGood;
  c.bands = BandVerdict::too_wide;
  c.nis.mean = 0.8 * 0.8;
  c.coverage.of_95 = 0.99;
  EXPECT_EQ(sentence_on(c, 1),
            "The error bars are too wide: new values missed their predictions by 0.80 times what "
            "was expected, and 99% of them fell within their 95% bounds.");
  c.band_factor = 0.0996;
  EXPECT_EQ(sentence_on(c, 1),
            "The error bars are too wide by a factor 10: new values missed their predictions by "
            "0.80 times what was expected. Multiply the error bars by 0.10.");
}

TEST(Verdict, DoesNotCallBandsHonestThatTheErrorContradicts) {
  Consistency c = kGood;
  c.band_factor = 2.0;
  c.bands = BandVerdict::too_narrow;
  EXPECT_EQ(
      sentence_on(c, 1),
      "The error bars are too narrow by a factor 2.0: 94% of new values fell within their 95% "
      "bounds, but cleaned values are further off than they claim. Multiply the error bars by "
      "2.0.");
}

TEST(Verdict, SaysWhatTheModelMisses) {
  Consistency c = kGood;
  c.whiteness = {
      .lags = 10, .statistic = 60.0, .p_value = 1e-6, .strongest_lag = 1, .correlation = 0.314};
  EXPECT_EQ(sentence_on(c, 2),
            "Prediction errors one row apart are correlated by 0.31: the model misses something in "
            "how the series moves, or the noise itself is correlated. The model does not suit it, "
            "and error bars may be too narrow.");
  EXPECT_EQ(verdict_on(c).heaviest().title, "Model does not suit");
  c.whiteness.strongest_lag = 4;
  c.whiteness.correlation = -0.2;
  const Series series(Matrix::Zero(1, 2), {"position", "velocity"});
  const Verdict weak = verdict(series, figures({kGood, c}, c));
  EXPECT_SAYS(
      weak.sentences().at(2),
      "Prediction errors of velocity 4 rows apart are correlated by -0.20, which is little");
  EXPECT_EQ(weak.findings[2].channels, std::vector<Index>{1});
  EXPECT_EQ(weak.heaviest().title, "Error bars honest");
}

TEST(Verdict, SaysWhatPredictionsAreWorth) {
  Consistency c = kGood;
  c.against_last_row = {.ratio = 0.552, .margin = 0.1};
  c.against_trend = {.ratio = 0.97, .margin = 0.05};
  EXPECT_EQ(
      sentence_on(c, 2),
      "One row ahead it predicts better than the last row again (0.55 times its squared error, "
      "noise included) and about as well as a tuned trend filter (0.97).");
  c.against_trend = {.ratio = 1.31, .margin = 0.05};
  EXPECT_SAYS(sentence_on(c, 2),
              "and worse than a tuned trend filter (1.3). The model does not suit this series: "
              "learn it anew, or from more rows.");
}

TEST(Verdict, CountsOutliers) {
  Diagnostics diagnostics = figures({kGood}, kGood);
  diagnostics.gate = GateCounts{};
  EXPECT_EQ(verdict(Matrix::Zero(40, 1), diagnostics).findings.size(), 3U);
  diagnostics.gate->rejected = 1;
  EXPECT_EQ(verdict(Matrix::Zero(40, 1), diagnostics).sentences().at(2),
            "1 of 40 values was passed over as an outlier.");
  diagnostics.gate->rejected = 7;
  EXPECT_EQ(verdict(Matrix::Zero(40, 1), diagnostics).sentences().at(2),
            "7 of 40 values were passed over as outliers.");
  diagnostics.gate->reopened = 1;
  EXPECT_EQ(verdict(Matrix::Zero(40, 1), diagnostics).sentences().at(2),
            "7 of 40 values were passed over as outliers. In 1 case the values after them lay as "
            "far off, and were believed.");
}

// A ratio of 15 with a margin of 20 says nothing.
TEST(Verdict, SaysAboutAsWellOnlyWhereTheDataSaySo) {
  Consistency c = kGood;
  c.against_last_row = {.ratio = 15.0, .margin = 20.0};
  c.against_trend = {.ratio = 0.9, .margin = 0.6};
  EXPECT_EQ(
      sentence_on(c, 2),
      "One row ahead it predicts neither clearly better nor worse than the last row again and "
      "neither clearly better nor worse than a tuned trend filter.");
}

TEST(Verdict, HasASentenceForEachKindOfNoise) {
  Consistency c = kGood;
  c.spread = 2.0;
  c.bands = BandVerdict::unknown;
  c.noise = NoiseKind::constant;
  EXPECT_EQ(verdict_on(c).findings.size(), 1U);
  EXPECT_EQ(sentence_on(c, 0), "The series never changes: there is nothing to clean.");
  c.noise = NoiseKind::hardly_any;
  c.noise_level = 0.004;
  EXPECT_EQ(
      sentence_on(c, 0),
      "Hardly any noise: it is 0.20% of how far the values spread, and raw values are as good "
      "as cleaned ones.");
  c.noise = NoiseKind::independent;
  EXPECT_SAYS(sentence_on(c, 0),
              "Rows look independent: nothing but noise around a level, or a signal that cannot be "
              "told from it.");
  EXPECT_EQ(verdict_on(c).heaviest().weight, Weight::doubt);
  c.noise = NoiseKind::ambiguous;
  c.changed = 0.123;
  EXPECT_SAYS(
      sentence_on(c, 0),
      "Noise cannot be told from movement: the values are almost as likely without any. What "
      "was taken away (0.12 in root mean square)");
  c.noise = NoiseKind::unknown;
  c.judged = 5;
  EXPECT_SAYS(sentence_on(c, 0), "Only 5 rows could be compared with what the others say of it");
  c.judged = 50;
  EXPECT_SAYS(sentence_on(c, 0), "The noise could not be measured");
  EXPECT_SAYS(sentence_on(c, 0), "unchecked");
}

TEST(Verdict, NamesTheChannelsThatASentenceIsAbout) {
  Consistency constant = kGood, few = kGood;
  constant.noise = NoiseKind::constant;
  few.noise = NoiseKind::unknown;
  few.judged = 3;
  constant.bands = few.bands = BandVerdict::unknown;
  const Series series(Matrix::Zero(1, 4), {"a", "b", "c", "d"});
  const auto sentences = verdict(series, figures({kGood, constant, few, kGood}, kGood)).sentences();
  EXPECT_SAYS(sentences.at(0), "Only 3 rows of c could be compared");
  EXPECT_SAYS(sentences.at(1), "About 62% of the noise of a and d was removed");
  EXPECT_EQ(sentences.at(2), "b never changes: there is nothing to clean.");
  EXPECT_SAYS(sentences.at(3), "The error bars of a and d are honest: 94%");
  const Series many(Matrix::Zero(1, 5), {"a", "b", "c", "d", "e"});
  EXPECT_SAYS(verdict(many, figures({constant, constant, constant, constant, kGood}, kGood))
                  .sentences()
                  .at(1),
              "a, b and 2 others never change");
}

TEST(Verdict, SaysWhatIsTooFastToFollow) {
  Consistency c = kGood;
  EXPECT_EQ(verdict_on(c).findings.size(), 3U);
  c.traits.shortest_period = 12.34;
  EXPECT_EQ(
      sentence_on(c, 1),
      "No movement is followed that has a period of less than about 12.3 rows: what is faster "
      "was taken for noise.");
  c.traits.has_season = true;
  EXPECT_SAYS(sentence_on(c, 1), "Seasons apart, no movement is followed");
  Consistency slower = c;
  slower.traits.shortest_period = std::numeric_limits<double>::infinity();
  EXPECT_SAYS(verdict(Matrix::Zero(1, 2), figures({c, slower}, c)).sentences().at(1),
              "a period of less than about 12.3 rows to the length of the series, by channel: ");
}

TEST(Verdict, CountsWhatWasSetAside) {
  Diagnostics diagnostics = figures({kGood}, kGood);
  diagnostics.channels[0].set_aside = diagnostics.overall.set_aside = {
      .outliers = 1, .jumps = 2, .stuck = 29, .stuck_stretches = 1};
  EXPECT_EQ(
      verdict(Matrix::Zero(1, 1), diagnostics).sentences().at(2),
      "In hindsight 1 outlier was set aside, 29 values of a stuck sensor were not believed (1 "
      "stretch), 2 jumps of a level were followed.");
}

// Whatever the figures are, what is honest is not warned of, and what is warned of leads.
TEST(Verdict, IsOneStatement) {
  for (const BandVerdict bands : {BandVerdict::unknown, BandVerdict::honest, BandVerdict::doubtful,
                                  BandVerdict::too_narrow, BandVerdict::too_wide})
    for (const double correlation : {0.0, 0.1, 0.4}) {
      Consistency c = kGood;
      c.bands = bands;
      c.whiteness = {.lags = 10,
                     .statistic = 60.0,
                     .p_value = 1e-6,
                     .strongest_lag = 1,
                     .correlation = correlation};
      const Verdict found = verdict_on(c);
      const Weight heaviest = found.heaviest().weight;
      for (const Finding& finding : found.findings) {
        EXPECT_LE(finding.weight, heaviest);
        EXPECT_FALSE(finding.title.empty());
        EXPECT_TRUE(finding.sentence.ends_with('.')) << finding.sentence;
      }
      if (correlation == 0.4 || bands == BandVerdict::too_narrow) {
        EXPECT_EQ(heaviest, Weight::warning);
      } else if (bands == BandVerdict::honest) {
        EXPECT_EQ(found.heaviest().title, "Error bars honest");
      }
    }
}

TEST(Verdict, WritesTinyAndHugeNumbersWithAnExponent) {
  Consistency c = kGood;
  c.noise_level = 3.04e-7;
  c.error = 1.26e8;
  EXPECT_SAYS(sentence_on(c, 0), "about 1.3e+08, a raw one by 3.0e-07.");
}

}  // namespace
}  // namespace elto
