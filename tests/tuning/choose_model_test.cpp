// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/choose_model.hpp"

#include <cmath>
#include <filesystem>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"
#include "elto/io/whole_file.hpp"

#include "support/error_message.hpp"
#include "support/lorenz96.hpp"
#include "support/small_model.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

ChooseOptions quick_choice(Index threads = 1) {
  ChooseOptions options;
  options.state.evaluations = 20;
  options.state.threads = threads;
  options.model = testing::small_options();
  options.fit.tuning.search.evaluations = 20;
  options.fit.tuning.search.threads = threads;
  return options;
}

ModelCandidate stub(std::string name, const AnyModel& model) {
  return {std::move(name), [model](const std::vector<Series>&) { return model; }};
}

ModelCandidate impossible(std::string name) {
  return {std::move(name), [](const std::vector<Series>&) -> AnyModel {
            throw InvalidArgument("series", "something else", "this");
          }};
}

/// The paper's model that was learned from the series, with bands of this size.
AnyModel with_bands(double factor) {
  Model model = testing::small_model();
  model.prediction_factor.setConstant(factor);
  return model;
}

const std::vector<Series>& small_sequences() {
  static const std::vector<Series> sequences{testing::small_series()};
  return sequences;
}

TEST(CompareModels, PrefersTheOneUnderWhichHeldOutRowsAreMostLikely) {
  const ModelComparison comparison = compare_models(
      small_sequences(), {stub("wide", with_bands(100.0)), stub("fair", with_bands(1.0)),
                          stub("wider", with_bands(1000.0))});
  ASSERT_EQ(comparison.models.size(), 3U);
  EXPECT_EQ(comparison.models[comparison.best].name, "fair");
  EXPECT_GT(comparison.models[0].score, comparison.models[2].score);
}

TEST(CompareModels, TakesTheFirstOfEquals) {
  const AnyModel model = with_bands(1.0);
  EXPECT_EQ(compare_models(small_sequences(), {stub("a", model), stub("b", model)}).best, 0U);
}

TEST(CompareModels, PassesOverWhatIsNotPossible) {
  const ModelComparison comparison =
      compare_models(small_sequences(), {impossible("a"), stub("b", with_bands(1.0))});
  EXPECT_EQ(comparison.best, 1U);
  EXPECT_EQ(comparison.models[0].problem, "series: must be something else, got this");
  EXPECT_TRUE(std::isinf(comparison.models[0].score));
  EXPECT_TRUE(comparison.models[1].problem.empty());
  EXPECT_REFUSED(compare_models(small_sequences(), {impossible("a"), impossible("b")}),
                 "series: must be something else, got this");
  EXPECT_REFUSED(compare_models(small_sequences(), {}), "candidates: must be at least 1");
}

TEST(CompareModels, FitsToTheEarlierRowsOnly) {
  Index rows = 0;
  const ModelCandidate curious{"curious", [&](const std::vector<Series>& sequences) -> AnyModel {
                                 rows = sequences.front().rows();
                                 return testing::small_model();
                               }};
  (void)compare_models(small_sequences(), {curious});
  EXPECT_EQ(rows, 45);
}

TEST(CompareModels, CanBeStopped) {
  const AnyModel model = with_bands(1.0);
  std::vector<std::string> names;
  CompareOptions options;
  options.progress = [&](const std::string& name) {
    names.push_back(name);
    return name != "b";
  };
  const ModelComparison comparison = compare_models(
      small_sequences(), {stub("a", model), stub("b", model), stub("c", model)}, options);
  EXPECT_EQ(names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(comparison.best, 0U);
  EXPECT_EQ(comparison.models[1].problem, "not tried");
  EXPECT_EQ(comparison.models[2].problem, "not tried");
}

TEST(ChooseModel, LearnsTheDynamicsWhereTheyTellMore) {
  const Matrix rows = testing::lorenz96(600, 5, 0.1, 1).noisy;
  const ChosenModel chosen = choose_model({rows}, quick_choice());
  ASSERT_EQ(chosen.comparison.models.size(), 3U);
  EXPECT_EQ(chosen.comparison.models[chosen.comparison.best].name, "default");
  ASSERT_TRUE(std::holds_alternative<StateModel>(chosen.model));
  EXPECT_FALSE(std::get<StateModel>(chosen.model).map.parts.empty());
}

TEST(ChooseModel, TakesATrendWhereThereIsNothingElse) {
  Rng rng(4);
  Matrix walk = rng.normal(300, 2);
  for (Index t = 1; t < walk.rows(); ++t) walk.row(t) += walk.row(t - 1);
  const ChosenModel chosen = choose_model({walk + 3.0 * rng.normal(300, 2)}, quick_choice());
  ASSERT_TRUE(std::holds_alternative<StateModel>(chosen.model));
  EXPECT_TRUE(std::get<StateModel>(chosen.model).map.parts.empty());
}

TEST(ChooseModel, TakesThePapersWhereOnlyThatIsPossible) {
  ChooseOptions options = quick_choice();
  std::vector<ModelCandidate> all = candidates(options);
  all[0] = impossible("default");
  all[1] = impossible("trend");
  const ModelComparison comparison = compare_models(small_sequences(), all);
  EXPECT_EQ(comparison.models[comparison.best].name, "paper");
  EXPECT_TRUE(std::isfinite(comparison.models[comparison.best].score));
}

TEST(ChooseModel, TakesRowsThatAreMissingInPart) {
  Series series = testing::small_series(80);
  series.values(20, 0) = series.values(70, 1) = std::nan("");
  const ChosenModel chosen = choose_model({series}, quick_choice());
  for (const ComparedModel& model : chosen.comparison.models)
    EXPECT_TRUE(std::isfinite(model.score)) << model.name << ": " << model.problem;
  EXPECT_EQ(channels_of(chosen.model), series.channels);
}

TEST(ChooseModel, GivesTheSameBitsForAnyNumberOfThreads) {
  const testing::TemporaryFolder folder;
  const auto bytes = [&](Index threads) {
    const ChosenModel chosen = choose_model(small_sequences(), quick_choice(threads));
    save(chosen.model, folder / "m.elto");
    std::string text = read_whole_file(folder / "m.elto");
    for (const ComparedModel& model : chosen.comparison.models) text += concat(" ", model.score);
    return text;
  };
  EXPECT_EQ(bytes(1), bytes(3));
}

TEST(ChooseModel, SaysWhatIsWrong) {
  EXPECT_REFUSED(choose_model({testing::small_series(9)}, quick_choice()),
                 "got series length: must be");
  ChooseOptions options = quick_choice();
  options.model.window = 0;
  EXPECT_REFUSED(choose_model(small_sequences(), options), "window: must be at least 1");
  options = quick_choice();
  options.compare.held_out = 1.0;
  EXPECT_REFUSED(choose_model(small_sequences(), options), "held_out: must be between 0 and 1");
}

}  // namespace
}  // namespace elto
