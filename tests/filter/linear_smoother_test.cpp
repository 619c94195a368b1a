// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/linear_smoother.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"

#include "support/joint_signals.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

const double kNan = std::nan("");

double log_likelihood(const LinearModel& model, const Rows& rows,
                      const std::vector<Jump>& jumps = {},
                      double cut = std::numeric_limits<double>::infinity()) {
  return Likelihood(rows, jumps).value(model, cut);
}

struct LikelihoodGradient {
  double value;
  Vector by_logs;
};
LikelihoodGradient likelihood_gradient(const LinearModel& model, const Rows& rows,
                                       const std::vector<Jump>& jumps = {}) {
  LikelihoodGradient result;
  result.value = Likelihood(rows, jumps).value(model, result.by_logs);
  return result;
}

struct Case {
  std::string name;
  LinearModel model;
  Rows rows;
  std::vector<Jump> jumps;
};

Rows random_rows(Index count, Index channels, bool regular, double missing, Rng& rng) {
  Rows rows{.times = Vector(count), .values = Matrix(count, channels)};
  double time = 3.0;
  for (Index t = 0; t < count; ++t) {
    rows.times[t] = time;
    time += regular ? 1.0 : 0.1 + 2.0 * rng.uniform();
    for (Index j = 0; j < channels; ++j)
      rows.values(t, j) = rng.uniform() < missing ? kNan : rng.normal();
  }
  return rows;
}

/// Equal times, rows and channels of which nothing is known, jumps at the first row and several at
/// one, one row, one state, 40 states, and states that rotate unseen.
std::vector<Case> edges(const Components& sum, Rng& rng) {
  const LinearModel one_channel(sum, 0.2);
  std::vector<Case> all;
  Case one{.name = "equal times",
           .model = one_channel,
           .rows = random_rows(40, 1, true, 0.2, rng),
           .jumps = {}};
  for (Index t = 1; t < 40; ++t)
    if (t % 3 != 0) one.rows.times[t] = one.rows.times[t - 1];
  all.push_back(one);
  one.name = "all times equal";
  one.rows.times.setConstant(4.0);
  all.push_back(one);
  one = {.name = "nothing known",
         .model = one_channel,
         .rows = random_rows(30, 1, true, 2.0, rng),
         .jumps = {}};
  all.push_back(one);
  one.name = "one row, missing";
  one.rows = random_rows(1, 1, true, 2.0, rng);
  all.push_back(one);
  one.name = "one row";
  one.rows = random_rows(1, 1, true, 0.0, rng);
  one.jumps = {{.row = 0, .state = 0, .variance = 2.0}};
  all.push_back(one);
  one = {.name = "jumps",
         .model = one_channel,
         .rows = random_rows(40, 1, true, 0.1, rng),
         .jumps = {{.row = 30, .state = 0, .variance = 5.0},
                   {.row = 0, .state = 1, .variance = 2.0},
                   {.row = 0, .state = 0, .variance = 3.0},
                   {.row = 30, .state = 2, .variance = 1.0},
                   {.row = 30, .state = 0, .variance = 0.5},
                   {.row = 39, .state = 0, .variance = 4.0}}};
  all.push_back(one);
  one = {.name = "a channel that sees nothing, one that is never there",
         .model = one_channel,
         .rows = random_rows(40, 3, true, 0.1, rng),
         .jumps = {}};
  one.model.observation = Matrix::Zero(3, sum.states());
  one.model.observation.row(1) = sum.readout();
  one.model.observation.row(2) = sum.readout();
  one.model.noise = Vector{{0.3, 0.2, 0.1}};
  one.rows.values.col(2).setConstant(kNan);
  all.push_back(one);
  std::vector<Component> many;
  for (Index i = 0; i < 18; ++i)
    many.push_back(
        Cycle{.period = 5.0 + 1.3 * static_cast<double>(i), .noise = 0.01, .decay = 0.05});
  many.push_back(Matern{.order = 3});
  many.push_back(IntegratedWiener{.order = 1, .noise = 0.01});
  all.push_back({.name = "40 states",
                 .model = LinearModel(many, 0.2),
                 .rows = random_rows(90, 1, true, 0.1, rng),
                 .jumps = {}});
  // Both states of a season are as well known as each other, and not independent: a quarter of the
  // period later their variances are what they were and their covariance has the other sign.
  one = {.name = "a rotation unseen",
         .model = LinearModel(
             {{IntegratedWiener{.order = 1, .noise = 1e-15}, Cycle{.period = 4.0, .noise = 1e-15}}},
             0.2),
         .rows = random_rows(30, 2, true, 0.0, rng),
         .jumps = {}};
  one.model.observation = Matrix{{0.0, 1.0, 1.0}, {1.0, 0.0, 0.0}};
  one.model.noise = Vector{{0.2, 0.1}};
  one.rows.values.middleRows(1, 18).setConstant(kNan);
  all.push_back(one);
  return all;
}

std::vector<Case> cases() {
  Rng rng(5);
  const Cycle season{.period = 7.3, .harmonics = 3, .noise = 1e-3};
  const Cycle wave{.period = 11.0, .noise = 0.02, .decay = 0.1, .learns_period = true};
  std::vector<std::pair<std::string, Components>> sums;
  for (Index order = 1; order <= 3; ++order) {
    sums.push_back(
        {"wiener " + std::to_string(order), {{IntegratedWiener{.order = order, .noise = 0.03}}}});
    sums.push_back({"matern " + std::to_string(order),
                    {{Matern{.order = order, .variance = 0.8, .length = 4.0}}}});
  }
  sums.push_back({"cycle", {{wave}}});
  sums.push_back({"season", {{season}}});
  sums.push_back({"sum",
                  {{IntegratedWiener{.order = 2, .noise = 1e-3, .level_noise = 0.02}, wave, season,
                    Matern{.order = 3, .length = 9.0}}}});
  std::vector<Case> all;
  for (const auto& [name, sum] : sums)
    for (const bool regular : {true, false}) {
      Case one{.name = name + (regular ? ", regular" : ", irregular"),
               .model = LinearModel(sum, 0.2),
               .rows = random_rows(50, 1, regular, 0.2, rng),
               .jumps = {}};
      if (!regular) one.jumps = {{.row = 20, .state = 0, .variance = 3.0}};
      all.push_back(one);
    }
  LinearModel coupled(sums.back().second, 0.2);
  coupled.observation = Matrix(3, coupled.states());
  for (Index j = 0; j < 3; ++j)
    for (Index i = 0; i < coupled.states(); ++i) coupled.observation(j, i) = rng.normal();
  coupled.noise = Vector{{0.1, 0.4, 0.2}};
  all.push_back({.name = "three channels",
                 .model = coupled,
                 .rows = random_rows(30, 3, false, 0.3, rng),
                 .jumps = {}});
  for (Case& one : edges(sums.back().second, rng)) all.push_back(std::move(one));
  return all;
}

TEST(LinearSmoother, EqualsTheJointGaussian) {
  for (const Case& one : cases()) {
    SCOPED_TRACE(one.name);
    const testing::JointSignals joint = testing::joint_signals(one.model, one.rows, one.jumps);
    const SmoothedRows smoothed = smooth(one.model, one.rows, one.jumps);
    ASSERT_TRUE(smoothed.status.ok());
    EXPECT_NEAR(smoothed.log_likelihood, joint.log_likelihood, 1e-9);
    EXPECT_NEAR(log_likelihood(one.model, one.rows, one.jumps), joint.log_likelihood, 1e-9);
    const Index D = one.model.channels();
    for (Index t = 0; t < one.rows.count(); ++t)
      for (Index j = 0; j < D; ++j) {
        EXPECT_NEAR(smoothed.signal.mean(t, j), joint.mean[t * D + j], 1e-9);
        EXPECT_NEAR(smoothed.signal.variance(t, j), joint.variance[t * D + j], 1e-9);
      }
  }
}

TEST(LinearSmoother, LeavesEntriesOutAsByHand) {
  for (const Case& one : cases()) {
    SCOPED_TRACE(one.name);
    const SmoothedRows all = smooth(one.model, one.rows, one.jumps);
    for (Index t = 0; t < one.rows.count(); t += 3)
      for (Index j = 0; j < one.model.channels(); ++j) {
        EXPECT_EQ(std::isnan(all.left_out.mean(t, j)), std::isnan(one.rows.values(t, j)));
        if (std::isnan(one.rows.values(t, j))) continue;
        Rows without = one.rows;
        without.values(t, j) = kNan;
        const SmoothedRows others = smooth(one.model, without, one.jumps);
        EXPECT_NEAR(all.left_out.mean(t, j), others.signal.mean(t, j), 1e-9);
        EXPECT_NEAR(all.left_out.variance(t, j), others.signal.variance(t, j) + one.model.noise[j],
                    1e-9);
      }
  }
}

TEST(LinearSmoother, GradientEqualsFiniteDifferences) {
  for (const Case& one : cases()) {
    SCOPED_TRACE(one.name);
    const LikelihoodGradient exact = likelihood_gradient(one.model, one.rows, one.jumps);
    const Vector logs = one.model.logs();
    ASSERT_EQ(exact.by_logs.size(), logs.size());
    for (Index p = 0; p < logs.size(); ++p) {
      const auto at = [&](double moved) {
        LinearModel model = one.model;
        Vector shifted = logs;
        shifted[p] += moved;
        model.set_logs(shifted);
        return log_likelihood(model, one.rows, one.jumps);
      };
      constexpr double h = 1e-3;  // fourth order: an error of 1e-12 and as much by rounding
      const double difference = (8.0 * (at(h) - at(-h)) - at(2.0 * h) + at(-2.0 * h)) / (12.0 * h);
      EXPECT_NEAR(exact.by_logs[p], difference, 1e-6 * std::max(1.0, std::abs(difference)))
          << "parameter " << p;
    }
  }
}

TEST(LinearSmoother, FilterIsTheSmootherOfTheRowsSoFar) {
  for (const Case& one : cases()) {
    SCOPED_TRACE(one.name);
    const FilteredRows filtered = filter(one.model, one.rows, one.jumps);
    for (const Index t : {Index{0}, Index{9}, Index{21}, Index{29}}) {
      if (t >= one.rows.count()) continue;
      const Rows known{.times = one.rows.times.head(t + 1),
                       .values = one.rows.values.topRows(t + 1)};
      std::vector<Jump> jumps;
      for (const Jump& jump : one.jumps)
        if (jump.row <= t) jumps.push_back(jump);
      const SmoothedRows smoothed = smooth(one.model, known, jumps);
      for (Index j = 0; j < one.model.channels(); ++j) {
        EXPECT_NEAR(filtered.updated.mean(t, j), smoothed.signal.mean(t, j), 1e-9);
        EXPECT_NEAR(filtered.updated.variance(t, j), smoothed.signal.variance(t, j), 1e-9);
      }
    }
  }
}

/// Of a regular series and of the same one with steps that differ in the last digits, which never
/// settles.
TEST(LinearSmoother, SettlesToWhatItWouldComputeAnyway) {
  Rng rng(8);
  const LinearModel model(
      {{IntegratedWiener{.order = 2, .noise = 1e-3, .level_noise = 0.02},
        Cycle{.period = 11.0, .noise = 0.02, .decay = 0.1, .learns_period = true}}},
      0.3);
  Rows regular = random_rows(700, 1, true, 0.0, rng);
  for (const Index t : {Index{300}, Index{301}, Index{500}}) regular.values(t, 0) = kNan;
  Rows jittered = regular;
  for (Index t = 0; t < 700; t += 2) jittered.times[t] += 1e-12;
  const SmoothedRows one = smooth(model, regular), other = smooth(model, jittered);
  EXPECT_NEAR(one.log_likelihood, other.log_likelihood, 1e-7);
  for (Index t = 0; t < 700; ++t) {
    EXPECT_NEAR(one.signal.mean(t, 0), other.signal.mean(t, 0), 1e-9);
    EXPECT_NEAR(one.signal.variance(t, 0), other.signal.variance(t, 0), 1e-9);
    EXPECT_NEAR(one.jump[t], other.jump[t], 1e-6 * (1.0 + other.jump[t]));
    if (std::isnan(regular.values(t, 0))) continue;
    EXPECT_NEAR(one.left_out.mean(t, 0), other.left_out.mean(t, 0), 1e-9);
  }
  const LikelihoodGradient a = likelihood_gradient(model, regular);
  const LikelihoodGradient b = likelihood_gradient(model, jittered);
  for (Index p = 0; p < a.by_logs.size(); ++p)
    EXPECT_NEAR(a.by_logs[p], b.by_logs[p], 1e-6 * (1.0 + std::abs(b.by_logs[p])));
}

/// More rows than are kept at a time: the same as one by one in parts that overlap widely.
TEST(LinearSmoother, LongSeriesAreTheSameInSegments) {
  Rng rng(9);
  const LinearModel model({{IntegratedWiener{.order = 1, .noise = 0.1}}}, 0.3);
  for (const bool regular : {true, false}) {
    const Rows rows = random_rows(9000, 1, regular, 0.1, rng);
    const SmoothedRows whole = smooth(model, rows);
    for (const Index middle : {Index{4096}, Index{8192}}) {
      const Index begin = middle - 500;
      const Rows part{.times = rows.times.segment(begin, 808),
                      .values = rows.values.middleRows(begin, 808)};
      const SmoothedRows near = smooth(model, part);
      for (Index t = middle - 100; t < middle + 100; ++t) {
        EXPECT_NEAR(whole.signal.mean(t, 0), near.signal.mean(t - begin, 0), 1e-9);
        EXPECT_NEAR(whole.signal.variance(t, 0), near.signal.variance(t - begin, 0), 1e-9);
      }
    }
    const LikelihoodGradient exact = likelihood_gradient(model, rows);
    LinearModel more = model, less = model;
    more.set_logs(model.logs() + Vector{{0.0, 1e-4}});
    less.set_logs(model.logs() - Vector{{0.0, 1e-4}});
    EXPECT_NEAR(exact.by_logs[1], (log_likelihood(more, rows) - log_likelihood(less, rows)) / 2e-4,
                1e-3);
  }
}

TEST(LinearSmoother, GivesLongSeriesInStretches) {
  Rng rng(10);
  const LinearModel model({{IntegratedWiener{.order = 1, .noise = 0.1}}}, 0.3);
  const Rows rows = random_rows(9000, 1, true, 0.1, rng);
  const SmoothedRows whole = smooth(model, rows);
  SmoothedStretches stretches(model, rows, {});
  Index end = rows.count();
  while (stretches.next()) {
    const SmoothedRows& some = stretches.rows();
    const Index begin = stretches.begin();
    EXPECT_EQ(begin + some.jump.size(), end);
    EXPECT_EQ(whole.signal.mean.middleRows(begin, end - begin), some.signal.mean);
    EXPECT_EQ(whole.jump.segment(begin, end - begin), some.jump);
    end = begin;
  }
  EXPECT_EQ(end, 0);
  EXPECT_EQ(stretches.log_likelihood(), whole.log_likelihood);
  LinearModel broken = model;
  broken.noise[0] = std::numeric_limits<double>::quiet_NaN();
  SmoothedStretches none(broken, rows, {});
  EXPECT_FALSE(none.status().ok());
  EXPECT_FALSE(none.next());
}

// P is 10^20 times R before the first row; the difference of P and P N P has no digits there.
TEST(LinearSmoother, NoLaterRowMakesASeriesWithoutNoiseLessCertain) {
  for (const double noise : {1e-20, 1e-14, 1e-8}) {
    const LinearModel model({{IntegratedWiener{.order = 1, .noise = 1e-20}}}, noise);
    const Rows rows{.times = Vector::LinSpaced(50, 0.0, 49.0),
                    .values = Matrix::Constant(50, 1, 0.5)};
    const Vector smoothed = smooth(model, rows).signal.variance.col(0);
    const Vector filtered = filter(model, rows).updated.variance.col(0);
    EXPECT_LE((smoothed - filtered).maxCoeff(), 0.0) << noise;
    EXPECT_LT(smoothed.maxCoeff(), std::max(1e-13, 2.0 * noise)) << noise;
  }
}

TEST(LinearSmoother, EmptyRowsChangeNothing) {
  Rng rng(10);
  for (const Case& one : cases()) {
    if (!one.jumps.empty()) continue;
    SCOPED_TRACE(one.name);
    Rows sparse{.times = Vector(2 * one.rows.count()),
                .values = Matrix::Constant(2 * one.rows.count(), one.model.channels(), kNan)};
    for (Index t = 0; t < one.rows.count(); ++t) {
      sparse.times[2 * t] = one.rows.times[t];
      sparse.times[2 * t + 1] = one.rows.times[t] + 0.05;
      if (t + 1 < one.rows.count())
        sparse.times[2 * t + 1] = std::min(sparse.times[2 * t + 1], one.rows.times[t + 1]);
      sparse.values.row(2 * t) = one.rows.values.row(t);
    }
    const SmoothedRows a = smooth(one.model, one.rows), b = smooth(one.model, sparse);
    EXPECT_NEAR(a.log_likelihood, b.log_likelihood, 1e-9);
    for (Index t = 0; t < one.rows.count(); ++t)
      for (Index j = 0; j < one.model.channels(); ++j) {
        EXPECT_NEAR(a.signal.mean(t, j), b.signal.mean(2 * t, j), 1e-9);
        EXPECT_NEAR(a.signal.variance(t, j), b.signal.variance(2 * t, j), 1e-9);
      }
  }
}

TEST(LinearSmoother, CutsLargeInnovations) {
  Rng rng(11);
  Rows rows = random_rows(40, 1, true, 0.0, rng);
  const LinearModel model({{IntegratedWiener{.order = 1, .noise = 0.1}}}, 1.0);
  EXPECT_NEAR(log_likelihood(model, rows, {}, 1e9), log_likelihood(model, rows), 1e-12);
  rows.values(39, 0) = 1e4;
  const double before = log_likelihood(
      model, {.times = rows.times.head(39), .values = rows.values.topRows(39)}, {}, 9.0);
  EXPECT_GT(log_likelihood(model, rows, {}, 9.0), before - 7.0);
}

/// A search asks for models of many sizes of the same rows.
TEST(LinearSmoother, OneLikelihoodTakesModelsOfAnySize) {
  Rng rng(13);
  const Rows rows = random_rows(150, 1, false, 0.2, rng);
  Likelihood shared(rows);
  std::vector<LinearModel> models;
  for (const Case& one : cases())
    if (one.model.channels() == 1) models.push_back(one.model);
  for (const LinearModel& model : models) {
    const LikelihoodGradient alone = likelihood_gradient(model, rows);
    Vector by_logs;
    EXPECT_EQ(shared.value(model, by_logs), alone.value);
    EXPECT_EQ(by_logs, alone.by_logs);
    EXPECT_EQ(shared.value(models.front()), log_likelihood(models.front(), rows));
  }
}

TEST(LinearSmoother, RefusesRowsAndJumpsThatAreNone) {
  Rng rng(14);
  const LinearModel model({{IntegratedWiener{.order = 2, .noise = 0.1}}}, 1.0);
  const Rows rows = random_rows(10, 1, true, 0.0, rng);
  const auto refused = [&](const Rows& some, const std::vector<Jump>& jumps) -> std::string {
    try {
      smooth(model, some, jumps);
    } catch (const InvalidArgument& error) {
      return error.argument();
    }
    return "";
  };
  EXPECT_EQ(refused(rows, {{.row = 9, .state = 1, .variance = 1.0}}), "");
  EXPECT_EQ(refused(rows, {{.row = 9, .state = 2, .variance = 1.0}}), "jump.state");
  EXPECT_EQ(refused(rows, {{.row = 9, .state = -1, .variance = 1.0}}), "jump.state");
  EXPECT_EQ(refused(rows, {{.row = 10, .state = 0, .variance = 1.0}}), "jump.row");
  EXPECT_EQ(refused(rows, {{.row = 1, .state = 0, .variance = -1.0}}), "jump.variance");
  for (const double wrong : {-100.0, kNan, std::numeric_limits<double>::infinity()}) {
    Rows other = rows;
    other.times[5] = wrong;
    EXPECT_EQ(refused(other, {}), "times");
  }
  EXPECT_EQ(refused({.times = rows.times, .values = rows.values.topRows(9)}, {}), "times");
  EXPECT_EQ(refused({.times = Vector(), .values = Matrix(0, 1)}, {}), "rows");
  EXPECT_EQ(refused({.times = rows.times, .values = Matrix::Zero(10, 2)}, {}), "columns");
}

/// Where no entry says so.
TEST(LinearSmoother, SaysThatAModelIsNoNumber) {
  Rng rng(15);
  LinearModel model({{IntegratedWiener{.order = 2, .noise = 0.1}}}, 1.0);
  model.set_logs(Vector{{0.0, 1e4}});
  EXPECT_FALSE(smooth(model, random_rows(10, 1, true, 2.0, rng)).status.ok());
  const LikelihoodGradient none = likelihood_gradient(model, random_rows(10, 1, true, 0.0, rng));
  EXPECT_EQ(none.value, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(none.by_logs, Vector::Zero(2));
}

TEST(LinearSmoother, SaysWhereItFails) {
  Rng rng(12);
  Rows rows = random_rows(10, 1, true, 0.0, rng);
  const LinearModel model({{IntegratedWiener{.order = 1, .noise = 0.1}}}, 1.0);
  rows.values(4, 0) = 1e200;
  const SmoothedRows smoothed = smooth(model, rows);
  EXPECT_EQ(smoothed.status.code, StatusCode::not_finite);
  EXPECT_EQ(smoothed.status.step, 4);
  EXPECT_EQ(log_likelihood(model, rows), -std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace elto
