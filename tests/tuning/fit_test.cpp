// SPDX-License-Identifier: Apache-2.0
#include "elto/tuning/fit.hpp"

#include "elto/core/error.hpp"
#include "elto/filter/filter.hpp"
#include "elto/model/learn.hpp"

#include "support/lorenz96.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

const FitOptions kQuick{.tuning = {.search = {.evaluations = 60}}};
const ModelOptions kSmall{.operators = {.rank = {.max_rank = 30}}, .noise = {.blocks = 2}};

TEST(Fit, LearnsOnTheFirstPartAndTunesOnTheRest) {
  const Matrix rows = testing::lorenz96(200, 4, 0.1, 1).noisy;
  const Model fitted = fit(rows, kSmall, kQuick);
  const Model learned = learn(rows.topRows(140), kSmall);
  EXPECT_MATRIX_EQ(fitted.operators.Phi, learned.operators.Phi);
  EXPECT_NE(fitted.noise.process_factor(0, 0), learned.noise.process_factor(0, 0));
}

TEST(Fit, HoldsOutWholeSequences) {
  std::vector<Series> sequences;
  for (std::uint32_t seed = 0; seed < 4; ++seed)
    sequences.emplace_back(testing::lorenz96(60, 4, 0.1, seed).noisy);
  const Model fitted = fit(sequences, kSmall, kQuick);
  EXPECT_EQ(fitted.operators.samples(), 3 * 51);
}

TEST(Fit, SaysWhatIsWrong) {
  const Matrix rows = testing::lorenz96(200, 4, 0.1, 1).noisy;
  EXPECT_THROW((void)fit(rows.topRows(11)), InvalidArgument);
  EXPECT_THROW((void)fit(rows, {}, {.held_out = 0.0}), InvalidArgument);
  EXPECT_THROW((void)fit(rows, {}, {.held_out = 1.0}), InvalidArgument);
  EXPECT_THROW((void)fit(std::vector<Series>{}), InvalidArgument);
}

}  // namespace
}  // namespace elto
