// SPDX-License-Identifier: Apache-2.0
#include "elto/diagnostics/calibration.hpp"

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
using testing::ScalarSystem;
using testing::side_by_side;
using testing::with_bands_times;

constexpr Index kLong = 100000;  // the standard error of a factor is then 2 %

TEST(BandFactors, OfAnExactFilterIsNearOne) {
  const Series series = observed(kLong, 1);
  EXPECT_NEAR(band_factors(series, kalman(kSystem, series))[0], 1.0, 0.05);
}

// The noise level is measured too, and its square is six times the variance of the estimate: an
// error of 1 % in it is one of some 4 % in the factor. Hence 10 %.
TEST(BandFactors, UndoAWrongScale) {
  const Series series = observed(kLong, 2);
  const Estimate exact = kalman(kSystem, series);
  EXPECT_NEAR(0.5 * band_factors(series, with_bands_times(0.5, exact))[0], 1.0, 0.1);
  EXPECT_NEAR(3.0 * band_factors(series, with_bands_times(3.0, exact))[0], 1.0, 0.1);
}

TEST(BandFactors, UndoAWrongScaleBetterWithAKnownNoiseLevel) {
  const Series series = observed(kLong, 3);
  const Estimate exact = kalman(kSystem, series);
  const RowVector r = RowVector::Constant(1, kSystem.r);
  for (const double wrong : {0.001, 0.5, 3.0, 1000.0})
    EXPECT_NEAR(wrong * band_factors(series, with_bands_times(wrong, exact), r)[0], 1.0, 0.04);
}

// 100 rows cannot tell bands of a fifth of the noise from half of them.
TEST(BandFactors, LeaveAModelAloneThatTheDataDoNotContradict) {
  const ScalarSystem calm{.a = 0.98, .q = 0.03, .r = 1.0};
  int changed = 0;
  for (std::uint32_t seed = 1; seed <= 100; ++seed) {
    Rng rng(seed);
    const Series series = simulate(calm, 100, rng).observed;
    const double factor = band_factors(series, kalman(calm, series))[0];
    changed += factor != 1.0 ? 1 : 0;
    EXPECT_GE(factor, 0.5);
  }
  EXPECT_LT(changed, 40);  // one standard error either way is left by a third
}

// It repeats the raw values, with a prediction that is good: all of the noise is left.
TEST(BandFactors, SeeThatAnEstimateRepeatsTheNoise) {
  const Series series = observed(20000, 10);
  Estimate estimate = kalman(kSystem, series);
  estimate.mean = series.values;
  estimate.variance.setConstant(0.01);
  EXPECT_NEAR(0.1 * band_factors(series, estimate)[0], kSystem.r, 0.03);
}

// What a model says about its predictions may be wrong and its estimates right.
TEST(BandFactors, AreThoseOfTheEstimateNotOfThePrediction) {
  const Series series = observed(20000, 11);
  Estimate estimate = kalman(kSystem, series);
  const double factor = band_factors(series, estimate)[0];
  estimate.predicted_variance *= 100.0;
  EXPECT_EQ(band_factors(series, estimate)[0], factor);
}

TEST(BandFactors, NeverMakeBandsNarrowerThanTheDataResolve) {
  const Series series = observed(1000, 4);
  Estimate estimate = kalman(kSystem, series);
  estimate.mean = estimate.predicted = series.values;  // no residuals: error^2 is -sigma^2
  const double delta = std::hypot(2.2, 1.0) / std::sqrt(1000.0);
  estimate.variance.setConstant(0.25);
  const double factor = band_factors(series, estimate, RowVector::Ones(1))[0];
  EXPECT_NEAR(factor, std::sqrt(delta / 0.25), 1e-12);
  EXPECT_LT(factor, 1.0);
}

TEST(BandFactors, ArePositiveAndFinite) {
  const Series series = observed(1000, 5);
  const Estimate exact = kalman(kSystem, series);
  EXPECT_EQ(band_factors(series, with_bands_times(1e-9, exact))[0], 1e6);
  EXPECT_EQ(band_factors(series, with_bands_times(1e9, exact))[0], 1e-6);
}

TEST(BandFactors, AreOneWhereNothingIsKnown) {
  const Series missing = Matrix::Constant(50, 1, kMissing);
  EXPECT_EQ(band_factors(missing, with_bands_times(3.0, kalman(kSystem, missing)))[0], 1.0);
  const Series few = observed(9, 6);
  EXPECT_EQ(band_factors(few, with_bands_times(1e-6, kalman(kSystem, few)))[0], 1.0);
  const Series many = observed(1000, 7);
  const Estimate wrong = with_bands_times(1e-6, kalman(kSystem, many));
  EXPECT_EQ(band_factors(many, wrong, RowVector::Constant(1, kMissing))[0], 1.0);
  EXPECT_EQ(band_factors(many, wrong, RowVector::Ones(1), 991)[0], 1.0);
  EXPECT_EQ(band_factors(many, with_bands_times(0.0, wrong))[0], 1.0);
}

TEST(BandFactors, OfAConstantThatIsPredictedExactlyAreTheSmallest) {
  const Series constant = Matrix::Zero(50, 1);
  EXPECT_EQ(band_factors(constant, kalman(kSystem, constant))[0], 1e-6);
}

TEST(BandFactors, AreOnePerChannel) {
  const Series a = observed(5000, 8), b = observed(5000, 9);
  const RowVector both =
      band_factors(side_by_side(a, b), side_by_side(with_bands_times(0.2, kalman(kSystem, a)),
                                                    with_bands_times(5.0, kalman(kSystem, b))));
  EXPECT_EQ(both[0], band_factors(a, with_bands_times(0.2, kalman(kSystem, a)))[0]);
  EXPECT_EQ(both[1], band_factors(b, with_bands_times(5.0, kalman(kSystem, b)))[0]);
}

TEST(BandFactors, TrustAMeasuredSensitivity) {
  const Series series = observed(20000, 12);
  Estimate estimate = kalman(kSystem, series);
  estimate.sensitivity = RowVector::Constant(1, 1.0);  // as if it repeated the noise
  EXPECT_GT(band_factors(series, estimate)[0], 2.0);
}

TEST(PredictionFactors, UndoAWrongScale) {
  const Series series = observed(kLong, 13);
  const Estimate exact = kalman(kSystem, series);
  for (const double wrong : {0.01, 0.5, 1.0, 3.0})
    EXPECT_NEAR(wrong * prediction_factors(series, with_bands_times(wrong, exact))[0], 1.0, 0.1);
}

TEST(PredictionFactors, AreOneWhereNothingIsKnown) {
  const Series few = observed(9, 6);
  EXPECT_EQ(prediction_factors(few, with_bands_times(1e-6, kalman(kSystem, few)))[0], 1.0);
}

TEST(BandFactors, RefuseANoiseLevelOfAnotherSeries) {
  const Series series = observed(20, 1);
  EXPECT_REFUSED(band_factors(series, kalman(kSystem, series), RowVector::Ones(2)),
                 "noise_level: must be 1 values, one per channel, got 2");
}

RC_GTEST_PROP(BandFactors, DoNotDependOnTheUnit, ()) {
  const Series series = observed(300, *rc::gen::arbitrary<std::uint32_t>());
  const double wrong = 0.01 * static_cast<double>(*rc::gen::inRange(10, 1000));
  const double unit = static_cast<double>(*rc::gen::inRange(1, 1000));
  Estimate estimate = with_bands_times(wrong, kalman(kSystem, series));
  const double factor = band_factors(series, estimate)[0];
  estimate.predicted *= unit;
  estimate.mean *= unit;
  estimate.variance *= unit * unit;
  const double scaled = band_factors(unit * series.values, estimate)[0];
  RC_ASSERT(std::abs(scaled - factor) < 1e-9 * factor);
}

}  // namespace
}  // namespace elto
