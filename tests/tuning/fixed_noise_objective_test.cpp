// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/fixed_noise_objective.hpp"

#include <cmath>
#include <limits>

#include "elto/core/random.hpp"
#include "elto/model/learn.hpp"

#include "support/lorenz96.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

// The fast form against filtering with a model that was put together anew.
TEST(FixedNoiseObjective, AgreesWithFiltering) {
  const auto series = testing::lorenz96(260, 4, 0.1, 1);
  Matrix rows = series.noisy.middleRows(150, 60);
  rows.middleRows(20, 2).setConstant(std::numeric_limits<double>::quiet_NaN());
  const std::vector<ValidationSequence> sequences{
      {rows, series.clean.middleRows(150, 60)},
      {series.noisy.bottomRows(40), series.clean.bottomRows(40)}};
  for (const auto& [blocks, update] : {std::pair<Index, UpdateRule>{1, UpdateRule::guarded},
                                       {2, UpdateRule::guarded},
                                       {2, UpdateRule::as_printed},
                                       {5, UpdateRule::guarded},
                                       {5, UpdateRule::as_printed}}) {
    const Model model = learn(
        series.noisy.topRows(150),
        {.operators = {.rank = {.max_rank = 30}}, .update = update, .noise = {.blocks = blocks}});
    const FixedNoiseObjective objective(model, sequences);
    Rng rng(static_cast<std::uint32_t>(blocks));
    for (int trial = 0; trial < 4; ++trial) {
      Vector parameters = to_parameters(model.noise, NoiseStructure::full);
      parameters += 0.3 * rng.normal(parameters.size(), 1);
      const NoiseModel noise =
          noise_from_parameters(parameters, NoiseStructure::full, blocks, blocks);
      OperatorOptions operators = model.operator_options;
      operators.transition_ridge *= std::exp(rng.normal());
      operators.observation_ridge *= std::exp(rng.normal());
      Model candidate = with_operators(model, operators);
      candidate.noise = noise;
      for (const Objective kind : {Objective::prediction_error, Objective::posterior_error}) {
        const double expected = validation_error(candidate, sequences, kind);
        const double actual =
            objective(noise, {operators.transition_ridge, operators.observation_ridge}, kind);
        EXPECT_NEAR(actual, expected, 1e-8 * expected) << blocks << " blocks, trial " << trial;
      }
    }
  }
}

TEST(FixedNoiseObjective, IsInfiniteWhenTheFilterFails) {
  const Matrix rows = testing::lorenz96(150, 4, 0.1, 1).noisy;
  const Model model =
      learn(rows, {.operators = {.rank = {.max_rank = 30}}, .noise = {.blocks = 2}});
  const FixedNoiseObjective objective(model, {{rows, rows}});
  const Ridges ridges{model.operator_options.transition_ridge,
                      model.operator_options.observation_ridge};
  NoiseModel noise = model.noise;
  noise.measurement_factor.setConstant(std::numeric_limits<double>::quiet_NaN());
  EXPECT_TRUE(std::isinf(objective(noise, ridges, Objective::prediction_error)));
}

}  // namespace
}  // namespace elto
