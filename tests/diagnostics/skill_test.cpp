// SPDX-License-Identifier: Apache-2.0
#include "elto/diagnostics/skill.hpp"

#include <cmath>

#include "elto/baselines/trend_filter.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/scalar_kalman.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kMissing;

Matrix white(Index rows, Index channels, std::uint32_t seed) {
  Rng rng(seed);
  return rng.normal(rows, channels);
}

TEST(Skill, IsTheRatioOfSquaredErrors) {
  const Series series = white(40, 1, 1);
  const Matrix predicted = white(40, 1, 2), other = white(40, 1, 3);
  const Skill skill = compare_predictions(series, predicted, other).channels.at(0);
  EXPECT_NEAR(skill.ratio,
              (series.values - predicted).squaredNorm() / (series.values - other).squaredNorm(),
              1e-12);
  EXPECT_GT(skill.margin, 0.0);
}

TEST(Skill, ComparesOnlyWhatBothPredict) {
  Series series = white(60, 1, 4);
  Matrix predicted = white(60, 1, 5), other = white(60, 1, 6);
  series.values.topRows(5).setConstant(1e6);
  series.values(20, 0) = kMissing;
  predicted(30, 0) = kMissing;
  other(40, 0) = kMissing;
  double ours = 0.0, theirs = 0.0;
  for (Index t = 5; t < 60; ++t) {
    if (t == 20 || t == 30 || t == 40) continue;
    ours += std::pow(series.values(t, 0) - predicted(t, 0), 2);
    theirs += std::pow(series.values(t, 0) - other(t, 0), 2);
  }
  EXPECT_NEAR(compare_predictions(series, predicted, other, 5).overall.ratio, ours / theirs, 1e-12);
}

// A constant with noise: its mean errs by sigma^2, the last row by 2 sigma^2.
TEST(Skill, OfAPerfectModelOfAConstantIsAHalf) {
  const Series series = white(20'000, 1, 7);
  const Skill skill =
      compare_predictions(series, Matrix::Zero(20'000, 1), last_values(series)).overall;
  EXPECT_NEAR(skill.ratio, 0.5, 0.02);
  EXPECT_TRUE(skill.is_better());
}

TEST(Skill, MarginIsTwoStandardErrors) {
  constexpr int kRuns = 400;
  Vector ratios(kRuns), margins(kRuns);
  for (int run = 0; run < kRuns; ++run) {
    const Series series = white(300, 1, static_cast<std::uint32_t>(run));
    const Skill skill =
        compare_predictions(series, Matrix::Zero(300, 1), last_values(series)).overall;
    ratios[run] = skill.ratio;
    margins[run] = skill.margin;
  }
  const double deviation = std::sqrt((ratios.array() - ratios.mean()).square().mean());
  EXPECT_NEAR(margins.mean(), 2.0 * deviation, 0.3 * deviation);
}

TEST(Skill, AllTogetherDoesNotDependOnUnits) {
  const Matrix values = white(100, 2, 8), predicted = white(100, 2, 9), other = white(100, 2, 10);
  const RowVector units{{1.0, 1e6}};
  const Skills plain = compare_predictions(values, predicted, other);
  const Skills scaled =
      compare_predictions(Matrix(values * units.asDiagonal()), predicted * units.asDiagonal(),
                          other * units.asDiagonal());
  EXPECT_NEAR(plain.overall.ratio, 0.5 * (plain.channels[0].ratio + plain.channels[1].ratio),
              1e-12);
  EXPECT_NEAR(scaled.overall.ratio, plain.overall.ratio, 1e-9);
  EXPECT_NEAR(scaled.overall.margin, plain.overall.margin, 1e-9);
}

TEST(Skill, IsUnknownForFewRowsAndWithoutErrorsToCompareWith) {
  const Series few = white(19, 1, 11);
  EXPECT_TRUE(
      std::isnan(compare_predictions(few, Matrix::Zero(19, 1), Matrix::Ones(19, 1)).overall.ratio));
  const Series constant = Matrix::Ones(50, 1);
  const Skill skill =
      compare_predictions(constant, Matrix::Zero(50, 1), last_values(constant)).overall;
  EXPECT_TRUE(std::isnan(skill.ratio));
  EXPECT_FALSE(skill.is_better() || skill.is_worse());
}

TEST(Skill, RefusesPredictionsOfAnotherSeries) {
  const Series series = Matrix::Ones(5, 2);
  EXPECT_REFUSED(compare_predictions(series, Matrix::Zero(5, 2), Matrix::Zero(4, 2)),
                 "predicted: must be 5 x 2 as the series, got 4 x 2");
}

TEST(Skill, LastValuesReachOverGaps) {
  const Series series = Matrix{{kMissing, 1.0}, {2.0, kMissing}, {kMissing, kMissing}, {5.0, 6.0}};
  const Matrix last = last_values(series);
  EXPECT_TRUE(std::isnan(last(0, 0)) && std::isnan(last(0, 1)) && std::isnan(last(1, 0)));
  EXPECT_EQ(last(1, 1), 1.0);
  EXPECT_MATRIX_EQ(last.bottomRows(2), (Matrix{{2.0, 1.0}, {2.0, 1.0}}));
}

TEST(Skill, TrendPredictionsAreThoseOfTheTrendFilter) {
  Rng rng(12);
  const testing::ScalarSystem slow{.a = 0.99, .q = 0.1}, fast{.a = 0.9, .q = 1.0, .r = 30.0};
  Series series =
      testing::side_by_side(simulate(slow, 300, rng).observed, simulate(fast, 300, rng).observed);
  series.values(100, 1) = kMissing;
  const Matrix expected = filter(fit_trend_filter(series), series).predicted;
  const Matrix predicted = trend_predictions(series);
  EXPECT_TRUE(predicted.row(0).array().isNaN().all());
  EXPECT_MATRIX_NEAR(predicted.bottomRows(299), expected.bottomRows(299), 1e-4);  // of the search
}

TEST(Skill, TrendLeavesChannelsOutThatItCannotPredict) {
  Matrix values = white(50, 3, 13);
  values.col(1).setConstant(7.0);
  values.col(2).setConstant(kMissing);
  const Matrix predicted = trend_predictions(Series(values));
  EXPECT_TRUE(predicted.col(0).tail(49).array().isFinite().all());
  EXPECT_TRUE(predicted.rightCols(2).array().isNaN().all());
  EXPECT_TRUE(trend_predictions(Series(Matrix(values.topRows(2)))).array().isNaN().all());
}

}  // namespace
}  // namespace elto
