// SPDX-License-Identifier: Apache-2.0
#include "elto/diagnostics/diagnose.hpp"

#include <cmath>

#include "elto/diagnostics/verdict.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/scalar_kalman.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace elto {
namespace {

using testing::kalman;
using testing::kMissing;
using testing::kSystem;
using testing::observed;
using testing::ScalarRun;
using testing::ScalarSystem;
using testing::side_by_side;
using testing::with_bands_times;

ScalarRun run(Index rows, std::uint32_t seed) {
  Rng rng(seed);
  return simulate(kSystem, rows, rng);
}

Diagnostics diagnose_bands_times(double factor, const Series& series) {
  return diagnose(series, with_bands_times(factor, kalman(kSystem, series)));
}

TEST(Diagnose, FindsAnExactFilterConsistent) {
  const ScalarRun exact = run(20000, 1);
  const Estimate estimate = kalman(kSystem, exact.observed);
  const Diagnostics diagnostics = diagnose(exact.observed, estimate);
  const Consistency& c = diagnostics.channels.at(0);
  EXPECT_NEAR(c.noise_level, 1.0, 0.03);
  EXPECT_NEAR(std::sqrt(c.nis.mean), 1.0, 0.03);
  EXPECT_NEAR(c.coverage.of_50, 0.50, 0.02);
  EXPECT_NEAR(c.coverage.of_90, 0.90, 0.01);
  EXPECT_NEAR(c.coverage.of_95, 0.95, 0.01);
  EXPECT_FALSE(c.whiteness.has_pattern());
  EXPECT_TRUE(c.against_last_row.is_better());
  EXPECT_FALSE(c.against_trend.is_worse());
  EXPECT_EQ(c.bands, BandVerdict::honest);
  const double error = std::sqrt((estimate.mean.col(0) - exact.truth).squaredNorm() / 20000.0);
  EXPECT_NEAR(c.error, error, 0.1 * error);
  EXPECT_NEAR(c.removed, 1.0 - error, 0.05);
  EXPECT_EQ(diagnostics.judged_rows, 20000);
}

// Bands of a third of the noise: only a clear error shows in predicted rows.
TEST(Diagnose, FindsWrongBands) {
  const Series series = observed(20000, 2);
  const Consistency narrow = diagnose(series,
                                      [&] {
                                        Estimate estimate = kalman(kSystem, series);
                                        estimate.predicted *= 0.0;  // does worse than it says
                                        return estimate;
                                      }())
                                 .overall;
  EXPECT_EQ(narrow.bands, BandVerdict::too_narrow);
  EXPECT_GT(std::sqrt(narrow.nis.mean), 1.15);
  EXPECT_GT(narrow.nis.mean, narrow.nis.upper);
  EXPECT_LT(narrow.coverage.of_95, 0.93);
  EXPECT_GT(narrow.band_factor, 1.5);
  const Consistency wide = diagnose_bands_times(3.0, series).overall;
  EXPECT_EQ(wide.bands, BandVerdict::too_wide);
  EXPECT_LT(std::sqrt(wide.nis.mean), 1.0 / 1.15);
  EXPECT_LT(wide.nis.mean, wide.nis.lower);
  EXPECT_GT(wide.coverage.of_95, 0.97);
  EXPECT_NEAR(wide.band_factor, 1.0 / 3.0, 0.05);
}

TEST(Diagnose, CalibrationMendsTheExpectedError) {
  const Series series = observed(20000, 3);
  const double exact = diagnose_bands_times(1.0, series).overall.error;
  for (const double wrong : {0.5, 3.0})
    EXPECT_NEAR(diagnose_bands_times(wrong, series).overall.error, exact, 0.15 * exact);
}

// A filter that believes in slower movement than there is lags behind: its errors have a pattern,
// and a tuned trend predicts better.
TEST(Diagnose, FindsAModelThatMissesSomething) {
  const ScalarSystem moving{.a = 0.98, .q = 1.0, .r = 1.0};
  Rng rng(21);
  const Series series = simulate(moving, 1000, rng).observed;
  const Consistency right = diagnose(series, kalman(moving, series)).overall;
  EXPECT_FALSE(right.whiteness.has_pattern());
  EXPECT_FALSE(right.against_trend.is_worse());
  const Diagnostics lagging = diagnose(series, kalman(kSystem, series));
  EXPECT_TRUE(lagging.overall.whiteness.has_pattern());
  EXPECT_GT(lagging.overall.whiteness.correlation, 0.2);
  EXPECT_TRUE(lagging.overall.against_trend.is_worse());
  const Verdict found = verdict(series, lagging);
  EXPECT_EQ(found.heaviest().weight, Weight::warning);
  const auto sentences = found.sentences();
  ASSERT_EQ(sentences.size(), 5U);
  EXPECT_SAYS(sentences[2], "Prediction errors one row apart are correlated by 0.");
  EXPECT_SAYS(sentences[3], "worse than a tuned trend filter");
}

TEST(Diagnose, WhitenessOfAllIsThatOfTheLeastWhiteChannel) {
  const ScalarSystem moving{.a = 0.98, .q = 1.0, .r = 1.0};
  Rng rng(22);
  const Series a = simulate(kSystem, 500, rng).observed, b = simulate(moving, 500, rng).observed;
  const Diagnostics both =
      diagnose(side_by_side(a, b), side_by_side(kalman(kSystem, a), kalman(kSystem, b)));
  EXPECT_EQ(both.overall.whiteness.statistic, both.channels[1].whiteness.statistic);
  EXPECT_DOUBLE_EQ(both.overall.whiteness.p_value, 2.0 * both.channels[1].whiteness.p_value);
  const Verdict found = verdict(side_by_side(a, b), both);
  EXPECT_SAYS(found.heaviest().sentence, "The error bars of y1 are too narrow");
  EXPECT_SAYS(found.sentences().at(3), "Prediction errors of y1 ");
  EXPECT_EQ(both.channels[0].bands, BandVerdict::honest);
  EXPECT_EQ(both.overall.bands, BandVerdict::too_narrow);
}

// One in a hundred exact filters may be called wrong, and by three judges at most three.
TEST(Diagnose, SeldomDoubtsAnExactFilter) {
  int pattern = 0, worse_than_last = 0, worse_than_trend = 0;
  for (std::uint32_t seed = 1; seed <= 200; ++seed) {
    const Consistency c = diagnose_bands_times(1.0, observed(200, seed)).overall;
    pattern += c.whiteness.has_pattern();
    worse_than_last += c.against_last_row.is_worse();
    worse_than_trend += c.against_trend.is_worse();
  }
  EXPECT_LE(pattern, 6);
  EXPECT_EQ(worse_than_last, 0);
  EXPECT_LE(worse_than_trend, 6);
}

// Half of the honest models must not be called dishonest because a series is short.
TEST(Diagnose, AllowsForTheSamplingErrorOfAShortSeries) {
  int honest = 0;
  for (std::uint32_t seed = 1; seed <= 100; ++seed)
    honest += diagnose_bands_times(1.0, observed(30, seed)).overall.bands == BandVerdict::honest;
  EXPECT_GT(honest, 80);
}

TEST(Diagnose, ShowsEveryRowAndJudgesTheSettledOnes) {
  Series series = observed(200, 4);
  series.values(150, 0) = kMissing;
  const Estimate estimate = kalman(kSystem, series);
  const Diagnostics diagnostics = diagnose(series, estimate, {.first_row = 100});
  EXPECT_EQ(diagnostics.judged_rows, 99);
  EXPECT_EQ(diagnostics.innovation(3, 0), series.values(3, 0) - estimate.predicted(3, 0));
  EXPECT_TRUE(std::isnan(diagnostics.innovation(150, 0)));
  EXPECT_TRUE(std::isnan(diagnostics.normalised_square[150]));
  const double e = diagnostics.innovation(3, 0), sigma = diagnostics.overall.noise_level;
  EXPECT_DOUBLE_EQ(diagnostics.normalised_square[3],
                   e * e / (estimate.predicted_variance(3, 0) + sigma * sigma));
}

// Tables of the chi-squared distribution.
TEST(Diagnose, BoundsOfARowAreThoseOfChiSquared) {
  const Series series = observed(50, 5);
  const Estimate estimate = kalman(kSystem, series);
  const Diagnostics one = diagnose(series, estimate);
  EXPECT_NEAR(one.lower_bound, 0.000982, 1e-6);
  EXPECT_NEAR(one.upper_bound, 5.023886, 1e-6);
  const Diagnostics two = diagnose(side_by_side(series, series), side_by_side(estimate, estimate));
  EXPECT_NEAR(two.lower_bound, 0.050636 / 2.0, 1e-6);
  EXPECT_NEAR(two.upper_bound, 7.377759 / 2.0, 1e-6);
}

TEST(Diagnose, AConsistentRowIsWithinItsBoundsIn95Of100Cases) {
  const Diagnostics diagnostics = diagnose_bands_times(1.0, observed(20000, 6));
  const auto squares = diagnostics.normalised_square.array();
  const double inside = (squares >= diagnostics.lower_bound && squares <= diagnostics.upper_bound)
                            .cast<double>()
                            .mean();
  EXPECT_NEAR(inside, 0.95, 0.01);
}

TEST(Diagnose, AllTogetherDoesNotDependOnUnits) {
  const Series a = observed(500, 7), b = observed(500, 8);
  const Estimate of_a = kalman(kSystem, a), of_b = with_bands_times(3.0, kalman(kSystem, b));
  Estimate scaled = of_b;
  scaled.mean *= 1e6;
  scaled.predicted *= 1e6;
  scaled.predicted_variance *= 1e12;
  scaled.variance *= 1e12;
  const Consistency same = diagnose(side_by_side(a, b), side_by_side(of_a, of_b)).overall;
  const Consistency other =
      diagnose(side_by_side(a, Series(1e6 * b.values)), side_by_side(of_a, scaled)).overall;
  EXPECT_NEAR(other.nis.mean, same.nis.mean, 1e-9);
  EXPECT_NEAR(other.removed, same.removed, 1e-9);
  EXPECT_NEAR(other.band_factor, same.band_factor, 1e-9);
  EXPECT_EQ(other.coverage.of_95, same.coverage.of_95);
  EXPECT_NEAR(other.against_trend.ratio, same.against_trend.ratio, 1e-6);
}

TEST(Diagnose, SaysUnknownWhenAllIsMissing) {
  const Series missing = Matrix::Constant(40, 1, kMissing);
  const Diagnostics diagnostics = diagnose_bands_times(1.0, missing);
  EXPECT_EQ(diagnostics.judged_rows, 0);
  EXPECT_EQ(diagnostics.overall.bands, BandVerdict::unknown);
  EXPECT_EQ(diagnostics.overall.band_factor, 1.0);
  EXPECT_TRUE(std::isnan(diagnostics.overall.noise_level));
  EXPECT_TRUE(std::isnan(diagnostics.overall.nis.mean));
  EXPECT_SAYS(verdict(missing, diagnostics).sentences().at(0),
              "Only 0 rows could be compared with what the others say of it; 10 are needed to "
              "judge the result.");
}

TEST(Diagnose, SaysUnknownForFewRows) {
  const Diagnostics diagnostics = diagnose_bands_times(0.01, observed(9, 9));
  EXPECT_EQ(diagnostics.overall.bands, BandVerdict::unknown);
  EXPECT_EQ(diagnostics.overall.band_factor, 1.0);
}

TEST(Diagnose, SaysUnknownWhereEveryOtherRowIsMissing) {
  Series series = observed(100, 10);
  for (Index t = 0; t < 100; t += 2) series.values(t, 0) = kMissing;
  const Diagnostics diagnostics = diagnose_bands_times(1.0, series);
  EXPECT_EQ(diagnostics.judged_rows, 50);
  EXPECT_EQ(diagnostics.overall.bands, BandVerdict::unknown);
  EXPECT_SAYS(verdict(series, diagnostics).sentences().at(0), "The noise could not be measured");
}

TEST(Diagnose, JudgesTheRowsBeforeAFailure) {
  const Series series = observed(300, 11);
  Estimate failed = kalman(kSystem, series);
  for (Matrix* part :
       {&failed.mean, &failed.variance, &failed.predicted, &failed.predicted_variance})
    part->bottomRows(100).setConstant(kMissing);
  const Diagnostics diagnostics = diagnose(series, failed);
  EXPECT_EQ(diagnostics.judged_rows, 200);
  EXPECT_TRUE(std::isfinite(diagnostics.overall.nis.mean));
  EXPECT_TRUE(std::isnan(diagnostics.normalised_square[250]));
}

TEST(Diagnose, AConstantChannelHasNoNoiseToRemove) {
  const Series noisy = observed(500, 12), constant = Matrix::Zero(500, 1);
  const Diagnostics diagnostics =
      diagnose(side_by_side(noisy, constant),
               side_by_side(kalman(kSystem, noisy), kalman(kSystem, constant)));
  const Consistency& c = diagnostics.channels.at(1);
  EXPECT_EQ(c.noise_level, 0.0);
  EXPECT_EQ(c.removed, 0.0);
  EXPECT_EQ(c.nis.mean, 0.0);
  EXPECT_EQ(c.noise, NoiseKind::constant);
  EXPECT_EQ(c.bands, BandVerdict::unknown);  // there is nothing to judge bands by
  EXPECT_EQ(diagnostics.overall.bands, diagnostics.channels[0].bands);
  EXPECT_DOUBLE_EQ(diagnostics.overall.removed, diagnostics.channels[0].removed);
}

TEST(Diagnose, AnExactClaimWithoutNoiseCannotBeJudged) {
  const Series constant = Matrix::Zero(50, 1);
  const Diagnostics diagnostics = diagnose_bands_times(0.0, constant);
  EXPECT_EQ(diagnostics.overall.bands, BandVerdict::unknown);
  EXPECT_TRUE(std::isnan(diagnostics.normalised_square[7]));
  const auto sentences = verdict(constant, diagnostics).sentences();
  ASSERT_EQ(sentences.size(), 1U);
  EXPECT_EQ(sentences[0], "The series never changes: there is nothing to clean.");
}

TEST(Diagnose, RefusesMisuse) {
  const Series series = observed(20, 1);
  const Estimate estimate = kalman(kSystem, series);
  EXPECT_REFUSED(diagnose(series, estimate, {.first_row = -1}),
                 "first_row: must be at least 0, got -1");
  EXPECT_REFUSED(diagnose(observed(19, 1), estimate), "estimate: must be 19 x 1");
}

RC_GTEST_PROP(Diagnose, FiguresAreWithinTheirRangesWhateverIsMissing, ()) {
  Rng rng(*rc::gen::arbitrary<std::uint32_t>());
  Series series = simulate(kSystem, *rc::gen::inRange<Index>(1, 60), rng).observed;
  const double share = rng.uniform();
  for (double& y : series.values.reshaped())
    if (rng.uniform() < share) y = kMissing;
  const Consistency c = diagnose_bands_times(std::exp(6.0 * rng.uniform() - 3.0), series).overall;
  RC_ASSERT(c.band_factor > 0.0 && std::isfinite(c.band_factor));
  RC_ASSERT(std::isnan(c.removed) || (c.removed >= 0.0 && c.removed <= 1.0));
  const auto [of_50, of_90, of_95] = c.coverage;
  RC_ASSERT(std::isnan(of_95) ||
            (0.0 <= of_50 && of_50 <= of_90 && of_90 <= of_95 && of_95 <= 1.0));
  RC_ASSERT((std::isnan(c.nis.mean) ? c.bands == BandVerdict::unknown : c.nis.mean >= 0.0));
  RC_ASSERT(std::isnan(c.whiteness.p_value) ||
            (c.whiteness.p_value >= 0.0 && c.whiteness.p_value <= 1.0));
  for (const Skill& skill : {c.against_last_row, c.against_trend})
    RC_ASSERT(std::isnan(skill.ratio) || (skill.ratio >= 0.0 && skill.margin >= 0.0));
}

}  // namespace
}  // namespace elto
