// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/held_out_likelihood.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "elto/core/random.hpp"
#include "elto/diagnostics/noise_level.hpp"
#include "elto/filter/filter.hpp"
#include "elto/filter/state_filter.hpp"
#include "elto/model/learn.hpp"
#include "elto/series/standardisation.hpp"
#include "elto/tuning/fit_state_model.hpp"

#include "support/error_message.hpp"
#include "support/lorenz96.hpp"
#include "support/small_model.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kMissing;

Matrix random_walk(Index rows, double noise, Rng& rng) {
  Matrix walk = rng.normal(rows, 1);
  for (Index t = 1; t < rows; ++t) walk(t) += walk(t - 1);
  return walk + noise * rng.normal(rows, 1);
}

StateModel trend_of(const Matrix& rows) {
  return fit_state_model({rows}, {.kinds = {{1, MapInputs::none}}, .evaluations = 20}).model;
}

// With one channel there is nothing to be taken together.
TEST(HeldOutLikelihood, IsTheLikelihoodOfTheDefaultModelOfOneChannel) {
  Rng rng(1);
  const Matrix rows = random_walk(300, 0.5, rng);
  const StateModel model = trend_of(rows.topRows(200));
  const std::vector<Series> held_out{rows.bottomRows(100)};
  // The model has units of its own.
  const double unit = standardisation_of({rows.topRows(200)}).scale[0] / model.scaling.scale[0];
  StateFilter belief(model);  // as it is used, not as it was tuned
  for (const auto& row : held_out.front().values.rowwise()) {
    belief.predict();
    EXPECT_TRUE(belief.update(row).ok());
  }
  EXPECT_NEAR(held_out_likelihood(model, {rows.topRows(200)}, held_out),
              belief.log_likelihood() / 100.0 + std::log(unit), 1e-10);
}

TEST(HeldOutLikelihood, DoesNotDependOnTheUnits) {
  Rng rng(2);
  const Matrix rows = random_walk(300, 0.5, rng), scaled = 1000.0 * rows;
  const double plain =
      held_out_likelihood(trend_of(rows.topRows(200)), {rows.topRows(200)}, {rows.bottomRows(100)});
  EXPECT_NEAR(held_out_likelihood(trend_of(scaled.topRows(200)), {scaled.topRows(200)},
                                  {scaled.bottomRows(100)}),
              plain, 1e-6);
}

TEST(HeldOutLikelihood, OfThePapersModelIsThatOfItsBandsAndTheNoise) {
  Model model = testing::small_model();
  model.prediction_factor.setConstant(0.7);
  const Series known = testing::small_series(60);
  const Matrix rows = known.values.bottomRows(20);
  const Estimate estimate = filter(model, rows);
  const RowVector noise = noise_level(known);
  double sum = 0.0;
  for (Index t = 0; t < rows.rows(); ++t)
    for (Index j = 0; j < rows.cols(); ++j) {
      const double scale = model.scaling.scale[j];
      const double variance =
          (estimate.predicted_variance(t, j) + noise[j] * noise[j]) / (scale * scale);
      const double d = (rows(t, j) - estimate.predicted(t, j)) / scale;
      sum -= 0.5 * (d * d / variance + std::log(2.0 * std::numbers::pi * variance));
    }
  EXPECT_NEAR(held_out_likelihood(model, {known}, {rows}), sum / static_cast<double>(rows.size()),
              1e-10);
}

TEST(HeldOutLikelihood, CountsWhatIsObservedOfARow) {
  Matrix rows = testing::small_series(60).values.bottomRows(20);
  rows(7, 1) = kMissing;
  const Series known = testing::small_series(60);
  EXPECT_TRUE(std::isfinite(held_out_likelihood(testing::small_model(), {known}, {rows})));
  rows.setConstant(kMissing);
  EXPECT_REFUSED(held_out_likelihood(testing::small_model(), {known}, {rows}),
                 "held_out: must be observed at least once");
}

TEST(HeldOutLikelihood, DoesNotCountOutliers) {
  Rng rng(3);
  Matrix rows = random_walk(300, 0.5, rng);
  const std::vector<Series> known{rows.topRows(200)};
  const StateModel model = trend_of(rows.topRows(200));
  const double clean = held_out_likelihood(model, known, {rows.bottomRows(100)});
  rows(250, 0) += 1000.0;
  EXPECT_NEAR(held_out_likelihood(model, known, {rows.bottomRows(100)}), clean, 0.05);
}

TEST(HeldOutLikelihood, IsMinusInfinityWhereAFilterFails) {
  StateModel model = trend_of(testing::lorenz96(100, 4, 0.1, 1).noisy);
  model.blocks.front().law.setConstant(1e200);
  const Matrix rows = testing::lorenz96(100, 4, 0.1, 1).noisy;
  EXPECT_EQ(held_out_likelihood(model, {rows}, {rows}), -std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace elto
