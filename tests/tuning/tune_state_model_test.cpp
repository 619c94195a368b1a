// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/tune_state_model.hpp"

#include <cmath>
#include <limits>
#include <string_view>

#include "elto/filter/state_smoother.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/small_state_model.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::lorenz;

StateExamples examples(bool learns = true) {
  return testing::state_examples(lorenz().noisy.topRows(500), 1, learns);
}

TunedStateModel tuned(Index evaluations, Index threads = 0, bool learns = true) {
  return tune_state_model(examples(learns), {lorenz().noisy.middleRows(500, 250)}, {},
                          {.evaluations = evaluations, .threads = threads});
}

TEST(TuneStateModel, FindsTheNoiseAndBeatsTheTrend) {
  const TunedStateModel result = tuned(80);
  EXPECT_LT(result.score, result.initial);
  EXPECT_EQ(result.search.point.size(), 8);
  const RowVector noise = result.model.noise.cwiseProduct(result.model.scaling.scale.cwiseAbs2());
  EXPECT_NEAR(noise.mean(), 0.01, 0.002);
  const TunedStateModel trend = tuned(80, 0, false);
  EXPECT_EQ(trend.search.point.size(), 3);
  EXPECT_GT(trend.options.persistence, 0.999999);
  EXPECT_LT(result.score, trend.score);
  const Matrix rows = lorenz().noisy.bottomRows(250), truth = lorenz().clean.bottomRows(250);
  EXPECT_LT((filter(result.model, rows).mean - truth).squaredNorm(),
            0.7 * (filter(trend.model, rows).mean - truth).squaredNorm());
}

TEST(TuneStateModel, TunesThePersistenceOfAnAcceleration) {
  const StateExamples from = testing::state_examples(lorenz().noisy.topRows(500), 2, false);
  const std::vector<Series> rows{lorenz().noisy.middleRows(500, 250)};
  const TunedStateModel result = tune_state_model(from, rows);
  EXPECT_EQ(result.search.point.size(), 4);
  StateModelOptions by;
  state_model_score(from, result.options, rows, by);
  const double persistence = result.options.persistence;
  EXPECT_NE(persistence, StateModelOptions{}.persistence);
  EXPECT_NEAR(by.persistence * persistence * (1.0 - persistence), 0.0, 1e-3);
}

TEST(TuneStateModel, DoesNotDependOnTheThreads) {
  EXPECT_MATRIX_EQ(tuned(30, 1).search.point, tuned(30, 2).search.point);
}

TEST(TuneStateModel, CountsAGradientAsThreePasses) {
  EXPECT_EQ(tuned(30).search.evaluations, 30);
  EXPECT_EQ(tuned(9, 0, false).search.evaluations, 3);
  EXPECT_EQ(tuned(1, 0, false).search.evaluations, 1);
}

TEST(TuneStateModel, FindsBackFromWhereNearlyAllIsPassedOver) {
  const std::vector<Series> held_out{lorenz().noisy.middleRows(500, 250)};
  const StateModelOptions hopeless{.process = 1e-12, .trend = 1e-12, .noise = 1e-6};
  const TunedStateModel found = tune_state_model(examples(false), held_out, hopeless);
  EXPECT_NEAR(found.score, tune_state_model(examples(false), held_out, {}).score, 1e-3);
}

TEST(TuneStateModel, LetsNoiseAdaptThatComesAndGoes) {
  Matrix rows = lorenz().noisy;
  const Matrix noise = rows - lorenz().clean;
  for (Index t = 0; t < rows.rows(); ++t)
    if (t / 50 % 2 == 1) rows.row(t) += 4.0 * noise.row(t);
  for (const bool learns : {false, true}) {
    const StateExamples from = testing::state_examples(rows.topRows(500), 1, learns);
    const std::vector<Series> held_out{rows.middleRows(500, 250)};
    TunedStateModel result = tune_state_model(from, held_out, {}, {.evaluations = 30});
    const double constant = result.score;
    let_noise_adapt(result, from, held_out, {.evaluations = 30});
    EXPECT_LT(result.score, constant - 0.1);
    EXPECT_LT(result.options.memory.measurement, 0.96);
    EXPECT_EQ(result.model.memory, result.options.memory);
    EXPECT_NEAR(state_model_score(result.model, held_out), result.score, 1e-10);
  }
}

TEST(TuneStateModel, IsReadyForOtherNoiseIfThatCostsLittle) {
  TunedStateModel result = tuned(100, 0, false);
  const double constant = result.score;
  let_noise_adapt(result, examples(false), {lorenz().noisy.middleRows(500, 250)});
  EXPECT_NEAR(result.options.memory.measurement, 0.98, 1e-3);
  EXPECT_LE(result.options.memory.measurement, 0.98);
  EXPECT_LT(result.score, constant + 5e-3);
}

TEST(TuneStateModel, AllowsForAsMuchNoiseAsRowsDoNotSpeakAgainst) {
  const std::vector<Series> held_out{lorenz().noisy.middleRows(500, 250)};
  const TunedStateModel before = tuned(30);
  const double most = before.score + 2.0 / static_cast<double>(held_out.front().values.size());
  TunedStateModel result = before;
  allow_for_noise(result, held_out);
  EXPECT_GE(result.options.noise, before.options.noise);
  EXPECT_LT(result.options.noise, 1.3 * before.options.noise);  // here they do
  EXPECT_LT(result.score, most);
  EXPECT_EQ(state_model_score(result.model, held_out), result.score);
  EXPECT_MATRIX_NEAR(learn_state_model(examples(), result.options).noise, result.model.noise,
                     1e-12);
  result.model.noise *= 1.1;
  EXPECT_GE(state_model_score(result.model, held_out), most);
}

TEST(TuneStateModel, ScoreIsTheLikelihoodOfAnEntry) {
  const StateModel model = learn_state_model(examples(), {});
  const Matrix a = lorenz().noisy.middleRows(500, 40), b = lorenz().noisy.middleRows(600, 60);
  const double together = state_model_score(model, {a, b});
  EXPECT_NEAR(together, 0.4 * state_model_score(model, {a}) + 0.6 * state_model_score(model, {b}),
              1e-12);
}

struct NamedOption {
  const char* name;
  double& (*of)(StateModelOptions&);
};

const NamedOption kOptions[] = {
    {"process", [](StateModelOptions& o) -> double& { return o.process; }},
    {"trend", [](StateModelOptions& o) -> double& { return o.trend; }},
    {"noise", [](StateModelOptions& o) -> double& { return o.noise; }},
    {"persistence", [](StateModelOptions& o) -> double& { return o.persistence; }},
    {"linear ridge", [](StateModelOptions& o) -> double& { return o.map.linear_ridge; }},
    {"quadratic ridge", [](StateModelOptions& o) -> double& { return o.map.quadratic_ridge; }},
    {"radial ridge", [](StateModelOptions& o) -> double& { return o.map.radial_ridge; }},
    {"alpha", [](StateModelOptions& o) -> double& { return o.memory.measurement; }},
    {"beta", [](StateModelOptions& o) -> double& { return o.memory.process; }},
};

void expect_derivatives_of_differences(const StateExamples& from, const Matrix& rows,
                                       const NoiseMemory& memory) {
  const StateModelOptions options{.trend = 0.4, .memory = memory};
  StateModelOptions by;
  const double score = state_model_score(from, options, {rows}, by);
  EXPECT_NEAR(score, state_model_score(learn_state_model(from, options), {rows}), 1e-10);
  for (const NamedOption& option : kOptions) {
    StateModelOptions moved = options;
    double& number = option.of(moved);
    if (number == 1.0 && option.name != std::string_view("noise")) continue;  // nothing adapts
    constexpr double kStep = 1e-6;
    const double at = number;
    const auto score_at = [&](double value) {
      number = value;
      return state_model_score(learn_state_model(from, moved), {rows});
    };
    const double difference =
        (score_at(at * (1.0 + kStep)) - score_at(at * (1.0 - kStep))) / (2.0 * kStep);
    EXPECT_NEAR(at * option.of(by), difference, 1e-6 * (0.1 + std::abs(difference))) << option.name;
  }
}

TEST(TuneStateModel, HasTheGradientOfDifferences) {
  Matrix rows = lorenz().noisy.middleRows(500, 60);
  rows(7, 2) = rows(8, 2) = rows(30, 0) = std::numeric_limits<double>::quiet_NaN();
  for (const bool learns : {false, true})
    for (const Index order : {1, 2})
      for (const NoiseMemory& memory : {NoiseMemory{}, NoiseMemory{.measurement = 0.95},
                                        NoiseMemory{.measurement = 0.9, .process = 0.97}}) {
        StateExamples from = testing::state_examples(lorenz().noisy.topRows(200), order, learns);
        expect_derivatives_of_differences(from, rows, memory);
        from.together = 2;
        expect_derivatives_of_differences(from, rows, memory);
        if (learns)  // as selected
          from.groups = group_outputs(from.states.states, {{0}, {}, {1, 2}, {3, 4, 0}, {4}});
        expect_derivatives_of_differences(from, rows, memory);
        from = testing::latent_examples(lorenz().noisy.topRows(200), 2 * order, learns);
        expect_derivatives_of_differences(from, rows, memory);
      }
}

TEST(TuneStateModel, SaysWhatIsWrong) {
  const StateModel model = learn_state_model(examples(), {});
  const Matrix nothing = Matrix::Constant(4, 5, std::numeric_limits<double>::quiet_NaN());
  EXPECT_REFUSED(state_model_score(model, {nothing}), "sequences: must be observed at least once");
}

}  // namespace
}  // namespace elto
