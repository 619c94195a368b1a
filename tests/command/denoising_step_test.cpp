// SPDX-License-Identifier: Apache-2.0
#include "denoising_step.hpp"

#include "elto/systems/lotka_volterra.hpp"

#include "support/temporary_folder.hpp"
#include "support/wave.hpp"

#include <gtest/gtest.h>

namespace elto::command {
namespace {

Simulation noisy() {
  Rng rng(1);
  return lotka_volterra({.rows = 80, .time_step = 0.2}, rng);
}

double error(const Matrix& values, const Simulation& made) {
  return (values - made.truth).squaredNorm();
}

TEST(DenoisingStep, TakesNoiseAwayByEitherDefaultModel) {
  const Simulation made = noisy();
  for (const auto& [choice, name] : {std::pair{ModelChoice::standard, "the engine"},
                                     std::pair{ModelChoice::state, "the state model"}}) {
    DenoisingArguments arguments{.denoise = true};
    arguments.fit.choice = choice;
    const DenoisedRows rows = denoised_rows(made.observed, RowVector::Constant(2, 1.0), "lv.csv",
                                            arguments, {.quiet = true});
    EXPECT_LT(error(rows.values, made), 0.6 * error(made.observed.values, made));
    EXPECT_EQ(rows.model, name);
  }
}

TEST(DenoisingStep, TunesThePapersModelOnDoublyNoisyRows) {
  const testing::TemporaryFolder folder;
  const Simulation made = noisy();
  DenoisingArguments arguments{.denoise = true};
  arguments.checkpoint.checkpoint = folder / "c";
  arguments.fit.choice = ModelChoice::paper;
  arguments.fit.model = testing::instant_model();
  arguments.fit.fit.tuning.search.evaluations = 60;
  const DenoisedRows rows = denoised_rows(made.observed, RowVector::Constant(2, 2.0), "lv.csv",
                                          arguments, {.quiet = true});
  EXPECT_LT(error(rows.values, made), error(made.observed.values, made));
  EXPECT_EQ(rows.model, "the paper's model");
  EXPECT_TRUE(rows.sentences.front().starts_with("error against the rows, from doubly noisy ones"))
      << rows.sentences.front();
  EXPECT_NE(rows.sentences.back().find("the least error of 9 choices"), std::string::npos)
      << rows.sentences.back();

  arguments.fit.model.window = 4;
  const DenoisedRows given = denoised_rows(made.observed, RowVector::Constant(2, 2.0), "lv.csv",
                                           arguments, {.quiet = true});
  EXPECT_EQ(given.sentences.size(), 1U);
}

}  // namespace
}  // namespace elto::command
