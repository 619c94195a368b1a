// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/fit_doubly_noisy.hpp"

#include "elto/filter/filter.hpp"
#include "elto/model/learn.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/wave.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::instant_model;

constexpr double kNoiseOfWave = 0.3;

struct Wave {
  Matrix truth;
  Series observed, noisier;
};

Wave noisy_wave() {
  Rng rng(3);
  Wave wave{.truth = testing::wave(120), .observed = {}, .noisier = {}};
  wave.observed = Series(wave.truth + kNoiseOfWave * rng.normal(120, 2));
  wave.noisier = doubly_noisy(wave.observed, RowVector::Constant(2, kNoiseOfWave), rng);
  return wave;
}

TuneOptions quick_search(Index evaluations) {
  return {.search = {.evaluations = evaluations, .threads = 1}};
}

TEST(DoublyNoisy, AddsNoiseOfTheGivenSizeToEachChannel) {
  Rng rng(1);
  const Series made = doubly_noisy(Series(Matrix::Zero(4000, 2)), RowVector{{0.5, 0.0}}, rng);
  EXPECT_NEAR(made.values.col(0).norm() / std::sqrt(4000.0), 0.5, 0.02);
  EXPECT_EQ(made.values.col(1).norm(), 0.0);
  EXPECT_REFUSED(doubly_noisy(made, RowVector{{1.0}}, rng), "deviations: must be one for each");
  EXPECT_REFUSED(doubly_noisy(made, RowVector{{1.0, -1.0}}, rng), "deviations: must be at least 0");
}

// The objective is what it says: the error of the filtered noisier rows against the observed ones.
TEST(DoublyNoisy, IsTunedToGiveBackTheObservedRows) {
  const Wave wave = noisy_wave();
  const FitResult result =
      fit_doubly_noisy(wave.observed, wave.noisier, instant_model(), quick_search(40));
  const auto error = [&](const Model& model) {
    const Matrix filtered =
        filter(model, wave.noisier, {.covariances = Covariances::variances}).mean;
    return (filtered - wave.observed.values).squaredNorm();
  };
  EXPECT_LT(result.search.value, result.initial);
  EXPECT_LT(error(result.model), error(learn(wave.observed, instant_model())));
  EXPECT_EQ(result.learned_rows, 120);
}

// Noise that is in both counts as signal, so less is taken away than could be: measured 9 % of its
// squares with this small model, 23 % with the usual one.
TEST(DoublyNoisy, DenoisesWithoutHavingSeenTheTruth) {
  const Wave wave = noisy_wave();
  const Model model =
      fit_doubly_noisy(wave.observed, wave.noisier, instant_model(), quick_search(60)).model;
  const Matrix smoothed =
      smooth(model, wave.observed, {.covariances = Covariances::variances}).mean;
  EXPECT_LT((smoothed - wave.truth).squaredNorm(),
            0.95 * (wave.observed.values - wave.truth).squaredNorm());
}

TEST(DoublyNoisy, NeedsRowsOfTheSameShape) {
  const Wave wave = noisy_wave();
  EXPECT_REFUSED(fit_doubly_noisy(wave.observed, Series(Matrix::Zero(3, 2)), instant_model()),
                 "noisier: must be of the shape of the rows, 120 x 2, got 3 x 2");
}

}  // namespace
}  // namespace elto
