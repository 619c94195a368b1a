// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/choose_doubly_noisy.hpp"

#include "elto/filter/filter.hpp"

#include "support/error_message.hpp"
#include "support/wave.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

constexpr double kNoise = 0.3;

using testing::instant_model;
using testing::wave;

TuneOptions quick_with_ridges() {
  return {.ridges = true, .search = {.evaluations = 40, .threads = 1}};
}

TEST(ChooseDoublyNoisy, TriesKernelsAndWindows) {
  ModelOptions rest = instant_model();
  rest.adaptation.process_memory = 0.7;
  const auto candidates = smoother_candidates(rest);
  EXPECT_EQ(candidates.size(), 9U);
  for (const ModelOptions& options : candidates) {
    EXPECT_EQ(options.operators.rank.max_rank, 20);
    EXPECT_EQ(options.adaptation.process_memory, 0.7);
  }
}

// The objective would take a model that knows the noise by heart.
TEST(ChooseDoublyNoisy, TakesOneThatIsNearTheTruth) {
  const Matrix truth = wave(160);
  Rng rng(3);
  const Series observed(truth + kNoise * rng.normal(160, 2));
  const RowVector deviations = RowVector::Constant(2, kNoise);
  const Series noisier = doubly_noisy(observed, deviations, rng);
  const auto candidates = smoother_candidates(instant_model());
  const auto error = [&](const Model& model) {
    return (smooth(model, observed, {.covariances = Covariances::variances}).mean - truth)
        .cwiseAbs2()
        .mean();
  };
  const RatedSmoother chosen =
      choose_doubly_noisy(observed, noisier, deviations, candidates, quick_with_ridges());
  double least = kNoise * kNoise;
  for (const ModelOptions& options : candidates)
    least = std::min(
        least, error(fit_doubly_noisy(observed, noisier, options, quick_with_ridges()).model));
  EXPECT_LT(error(chosen.fit.model), 0.5 * kNoise * kNoise);
  EXPECT_LT(error(chosen.fit.model), 1.5 * least);
  EXPECT_NEAR(chosen.risk, error(chosen.fit.model), 0.3 * kNoise * kNoise);
}

TEST(ChooseDoublyNoisy, PassesOverWindowsThatAreTooLong) {
  Rng rng(4);
  const Series observed(wave(12) + 0.1 * rng.normal(12, 2));
  const RowVector deviations = RowVector::Constant(2, 0.1);
  const Series noisier = doubly_noisy(observed, deviations, rng);
  const auto chosen = choose_doubly_noisy(
      observed, noisier, deviations, smoother_candidates(instant_model()), quick_with_ridges());
  EXPECT_LT(chosen.options.window, 8);
  EXPECT_REFUSED(choose_doubly_noisy(observed, noisier, deviations, {}, quick_with_ridges()),
                 "candidates: must be at least 1");
}

}  // namespace
}  // namespace elto
