// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/choose_law.hpp"

#include <algorithm>
#include <cmath>

#include "elto/core/random.hpp"
#include "elto/filter/signal_smoother.hpp"
#include "elto/learn/learn_signal_model.hpp"
#include "elto/model/law_equation.hpp"
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

/// Duffing's oscillator, x'' = x - x^3 - 0.3 x' + u, driven by what wanders.
Simulation driven_duffing(unsigned seed, Index rows) {
  Rng rng(seed);
  constexpr double kStep = 0.2;
  constexpr int kParts = 20;
  Simulation made{.observed = Series(Matrix(rows, 1), {"x"}), .truth = Matrix(rows, 1)};
  made.observed.time.values = kStep * Vector::LinSpaced(rows, 0.0, static_cast<double>(rows - 1));
  made.observed.inputs = {Matrix(rows, 1), {"drive"}};
  double x = 1.0, v = 0.0, u = 0.0;
  for (Index t = 0; t < rows; ++t) {
    made.truth(t, 0) = x;
    made.observed.inputs.values(t, 0) = u;
    made.observed.values(t, 0) = x + 0.1 * rng.normal();
    const double next = 0.9 * u + 0.3 * rng.normal();
    for (int i = 0; i < kParts; ++i) {
      const auto force = [&](double share, double at, double speed) {
        return at - at * at * at - 0.3 * speed + u + share * (next - u);
      };
      constexpr double h = kStep / kParts;
      const double begin = static_cast<double>(i) / kParts, middle = begin + 0.5 / kParts;
      const double half = v + 0.5 * h * force(begin, x, v);
      const double a = force(middle, x + 0.5 * h * v, half);
      x += h * half;
      v += h * a;
    }
    u = next;
  }
  return made;
}

TEST(ChooseLaw, TakesALawWithItsDrive) {
  const Simulation seen = driven_duffing(51, 600);
  const LearnedSignalModel learned = learn_signal_model({seen.observed});
  ASSERT_EQ(learned.model.laws.size(), 1u);
  const SignalLaw& law = learned.model.laws[0];
  EXPECT_EQ(law.model.law.order, 2);
  ASSERT_EQ(law.inputs, std::vector<Index>{0});
  const std::vector<LawEquation> equations = equations_of(law);
  const auto drive = std::ranges::find(equations[0].terms, Monomial{2}, &EquationTerm::product);
  ASSERT_NE(drive, equations[0].terms.end());
  EXPECT_NEAR(drive->coefficient, 1.0, 0.1);
  Simulation without = seen;
  without.observed.inputs = {};
  EXPECT_LT(error_ratio(learned.model, seen),
            0.6 * error_ratio(learn_signal_model({without.observed}).model, without));
}

}  // namespace
}  // namespace elto
