// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/choose_law.hpp"

#include <algorithm>
#include <cmath>

#include "elto/core/random.hpp"
#include "elto/filter/signal_smoother.hpp"
#include "elto/learn/learn_signal_model.hpp"
#include "elto/systems/lorenz63.hpp"
#include "elto/systems/van_der_pol.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

double error_ratio(const SignalModel& model, const Simulation& seen) {
  const Matrix cleaned = smooth(model, seen.observed).mean;
  return (cleaned - seen.truth).squaredNorm() / (seen.observed.values - seen.truth).squaredNorm();
}

TEST(ChooseLaw, TakesALawWhereThereIsOne) {
  Rng rng(11);
  const Simulation seen = lorenz63({.rows = 600, .noise = 0.2}, rng);
  const LearnedSignalModel learned = learn_signal_model({seen.observed});
  ASSERT_EQ(learned.model.laws.size(), 1u);
  EXPECT_EQ(learned.model.laws[0].family, "quadratic law");
  EXPECT_EQ(std::ranges::count(learned.laws, true, &LawTrial::taken), 1);
  EXPECT_LT(error_ratio(learned.model, seen), 0.03);
  SignalModel trends = learned.model;
  trends.laws.clear();
  EXPECT_LT(error_ratio(learned.model, seen), 0.2 * error_ratio(trends, seen));
}

TEST(ChooseLaw, TakesOneOfTheSecondOrderForASingleChannel) {
  Rng rng(12);
  Simulation seen = van_der_pol({.rows = 600, .time_step = 0.15, .mu = 2.0, .noise = 0.1}, rng);
  seen.observed = Series(Matrix(seen.observed.values.col(0)), {"x"});
  seen.truth = Matrix(seen.truth.col(0));
  const LearnedSignalModel learned = learn_signal_model({seen.observed});
  ASSERT_EQ(learned.model.laws.size(), 1u);
  EXPECT_EQ(learned.model.laws[0].model.law.order, 2);
  EXPECT_LT(error_ratio(learned.model, seen), 0.1);
}

TEST(ChooseLaw, TakesNoneForRandomWalksAndNoise) {
  Rng rng(13);
  Matrix values(300, 2);
  double walk = 0.0;
  for (Index t = 0; t < values.rows(); ++t) {
    walk += rng.normal();
    values.row(t) << walk, rng.normal();
  }
  const LearnedSignalModel learned = learn_signal_model({Series(values)});
  EXPECT_TRUE(learned.model.laws.empty());
  EXPECT_FALSE(learned.laws.empty());
}

TEST(ChooseLaw, LeavesConstantsOutAndStopsWhenAsked) {
  Rng rng(14);
  const Simulation seen = lorenz63({.rows = 400, .noise = 0.1}, rng);
  Matrix values(400, 4);
  values << seen.observed.values, Vector::Constant(400, 3.0);
  const LearnedSignalModel learned = learn_signal_model({Series(values)});
  ASSERT_EQ(learned.model.laws.size(), 1u);
  EXPECT_EQ(learned.model.laws[0].columns, (std::vector<Index>{0, 1, 2}));
  SignalModel model = learned.model;
  model.laws.clear();
  EXPECT_TRUE(choose_laws({Series(values)}, model, {.stopped = [] { return true; }}).size() > 0);
  EXPECT_TRUE(model.laws.empty());
}

TEST(ChooseLaw, TriesNothingWithFewRows) {
  Rng rng(15);
  const Simulation seen = lorenz63({.rows = 60, .noise = 0.1}, rng);
  EXPECT_TRUE(learn_signal_model({seen.observed}).laws.empty());
}

}  // namespace
}  // namespace elto
