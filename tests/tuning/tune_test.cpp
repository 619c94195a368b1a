// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/tune.hpp"

#include "elto/core/error.hpp"
#include "elto/model/learn.hpp"

#include "support/lorenz96.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

const auto kSeries = testing::lorenz96(260, 4, 0.1, 1);
const Matrix kValidation = kSeries.noisy.bottomRows(100);

Model model_with(const ModelOptions& options) {
  ModelOptions small = options;
  small.operators.rank.max_rank = 30;
  return learn(kSeries.noisy.topRows(160), small);
}

double error_of(const Model& model) {
  return validation_error(model, {{kValidation, kValidation}}, Objective::prediction_error);
}

TEST(Tune, LowersTheErrorItMinimises) {
  const Model model = model_with({.noise = {.blocks = 2}});
  const TuneResult result = tune(model, kValidation, {.search = {.evaluations = 150}});
  EXPECT_NEAR(result.initial, error_of(model), 1e-9);
  EXPECT_LT(result.search.value, result.initial);
  EXPECT_NEAR(error_of(result.model), result.search.value, 1e-8);
  EXPECT_EQ(result.search.evaluations, 150);
}

TEST(Tune, IsTheSameForAnyNumberOfThreads) {
  const Model model = model_with({.noise = {.blocks = 2}});
  const TuneResult one = tune(model, kValidation, {.search = {.evaluations = 60, .threads = 1}});
  const TuneResult two = tune(model, kValidation, {.search = {.evaluations = 60, .threads = 2}});
  EXPECT_MATRIX_EQ(one.search.point, two.search.point);
  EXPECT_EQ(one.search.value, two.search.value);
  EXPECT_EQ(one.search.history, two.search.history);
}

TEST(Tune, RidgesAndScalesOnRequest) {
  const Model model = model_with({.noise = {.structure = NoiseStructure::scalar}});
  const TuneResult ridges =
      tune(model, kValidation, {.ridges = true, .search = {.evaluations = 80}});
  EXPECT_EQ(ridges.search.point.size(), 4);
  EXPECT_NE(ridges.model.operator_options.transition_ridge,
            model.operator_options.transition_ridge);
  EXPECT_NEAR(error_of(ridges.model), ridges.search.value, 1e-8);
  const TuneResult scales =
      tune(model, kValidation, {.ridges = true, .scales = true, .search = {.evaluations = 60}});
  EXPECT_EQ(scales.search.point.size(), 6);
  EXPECT_NE(to_text(scales.model.operator_options.state_kernel),
            to_text(model.operator_options.state_kernel));
  EXPECT_NEAR(error_of(scales.model), scales.search.value, 1e-8);
  EXPECT_LT(scales.search.value, scales.initial);
}

TEST(Tune, BasisEmbeddingMovesWithTheRidges) {
  const Model model = model_with(
      {.initial = InitialBelief::uniform_basis, .noise = {.structure = NoiseStructure::scalar}});
  const TuneResult result =
      tune(model, kValidation, {.ridges = true, .search = {.evaluations = 30}});
  EXPECT_NEAR(error_of(result.model), result.search.value, 1e-8);
}

TEST(Tune, AdaptiveModelsAreTunedAsTheyRun) {
  const Model model = model_with(
      {.noise = {.blocks = 2}, .adaptation = {.measurement_memory = 0.9, .process_memory = 0.9}});
  const TuneResult result = tune(model, kValidation, {.search = {.evaluations = 40}});
  EXPECT_NEAR(error_of(result.model), result.search.value, 1e-8);
  EXPECT_LE(result.search.value, result.initial);
}

TEST(Tune, MemoryOnRequest) {
  const Model model =
      model_with({.noise = {.structure = NoiseStructure::scalar},
                  .adaptation = {.measurement_memory = 0.7, .process_memory = 0.9}});
  const TuneResult result =
      tune(model, kValidation, {.memory = true, .search = {.evaluations = 60}});
  EXPECT_EQ(result.search.point.size(), 4);
  EXPECT_NEAR(result.initial, error_of(model), 1e-9);
  EXPECT_NEAR(error_of(result.model), result.search.value, 1e-8);
  EXPECT_LT(result.search.value, result.initial);
  const auto& [window, alpha, beta, threshold] = result.model.adaptation;
  for (const double memory : {alpha, beta}) {
    EXPECT_GT(memory, 0.0);
    EXPECT_LT(memory, 1.0);
  }
  EXPECT_NE(alpha, 0.7);
  EXPECT_NE(beta, 0.9);
}

TEST(Tune, LeavesAMemoryOfOneAlone) {
  const Model model = model_with(
      {.noise = {.structure = NoiseStructure::scalar}, .adaptation = {.measurement_memory = 0.7}});
  const TuneResult result =
      tune(model, kValidation, {.memory = true, .search = {.evaluations = 30}});
  EXPECT_EQ(result.search.point.size(), 3);
  EXPECT_EQ(result.model.adaptation.process_memory, 1.0);
  EXPECT_THROW((void)tune(model_with({}), kValidation, {.memory = true}), InvalidArgument);
}

TEST(Tune, AgainstAGivenTarget) {
  const Model model = model_with({.noise = {.blocks = 2}});
  const Matrix target = kSeries.clean.bottomRows(100);
  const TuneResult result = tune(model, kValidation,
                                 {.objective = Objective::posterior_error,
                                  .targets = {target},
                                  .search = {.evaluations = 100}});
  EXPECT_LT(result.search.value, result.initial);
  EXPECT_NEAR(validation_error(result.model, {{kValidation, target}}, Objective::posterior_error),
              result.search.value, 1e-8);
}

TEST(Tune, KeepsTheModelWhenNothingBetterIsFound) {
  const Model model = model_with({.noise = {.blocks = 2}});
  TuneOptions options{.search = {.evaluations = 6}};
  options.search.search.step_size = 40.0;  // every candidate is absurd
  const TuneResult result = tune(model, kValidation, options);
  EXPECT_MATRIX_EQ(result.model.noise.process_factor, model.noise.process_factor);
}

TEST(Tune, StopsAndResumesAsIfItHadNotStopped) {
  const Model model = model_with({.noise = {.blocks = 2}});
  TuneOptions options{.search = {.evaluations = 90}};
  const TuneResult whole = tune(model, kValidation, options);
  options.search.progress = [](const MinimizeProgress& progress) {
    return progress.evaluations < 40;
  };
  const TuneResult part = tune(model, kValidation, options);
  EXPECT_EQ(part.search.status.code, StatusCode::stopped);
  options.search.progress = {};
  options.search.resume_from = part.search.checkpoint;
  const TuneResult resumed = tune(model, kValidation, options);
  EXPECT_MATRIX_EQ(resumed.search.point, whole.search.point);
  EXPECT_EQ(resumed.search.history, whole.search.history);
}

TEST(Tune, SaysWhatIsWrong) {
  const Model model = model_with({});
  EXPECT_THROW((void)tune(model, std::vector<Series>{}), InvalidArgument);
  EXPECT_THROW((void)tune(model, Matrix::Zero(10, 2)), InvalidArgument);
  EXPECT_THROW((void)tune(model, kValidation, {.objective = Objective::posterior_error}),
               InvalidArgument);
  EXPECT_THROW(
      (void)tune(model, kValidation,
                 {.objective = Objective::posterior_error, .targets = {Matrix::Zero(3, 3)}}),
      InvalidArgument);
}

}  // namespace
}  // namespace elto
