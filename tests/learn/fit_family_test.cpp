// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/fit_family.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

const Family kLevel{.name = "level", .components = Components({IntegratedWiener{.order = 1}})};
const Family kTrend{.name = "trend",
                    .components = Components({IntegratedWiener{.order = 2, .level_noise = 1e-5}})};

/// A random walk of variance `walk` a row seen with noise of variance `noise`.
Rows walk_of(Index count, double walk, double noise, unsigned seed) {
  Rng rng(seed);
  Rows rows{.times = Vector::LinSpaced(count, 0.0, static_cast<double>(count - 1)),
            .values = Matrix(count, 1)};
  double level = 0.0;
  for (double& y : rows.values.col(0)) {
    y = level + std::sqrt(noise) * rng.normal();
    level += std::sqrt(walk) * rng.normal();
  }
  return rows;
}

TEST(FitFamily, FindsTheNoisesOfALevel) {
  const FamilyFit fit = fit_family(kLevel, {walk_of(4000, 0.01, 0.2, 1000)});
  ASSERT_TRUE(fit.status.ok());
  // Their standard errors are some 4 and 10 %.
  EXPECT_NEAR(std::log(fit.model.noise[0] / 0.2), 0.0, 0.15);
  EXPECT_NEAR(std::log(std::exp(fit.model.logs()[1]) / 0.01), 0.0, 0.4);
  EXPECT_TRUE(fit.interventions[0].empty());
}

TEST(FitFamily, TheTopIsATop) {
  const Rows rows = walk_of(300, 0.05, 0.2, 1001);
  const FamilyFit fit = fit_family(kTrend, {rows});
  const LogPrior prior = prior_of(kTrend);
  Vector gradient;
  Likelihood(rows).value(fit.model, gradient);
  gradient += prior.gradient(fit.model.logs());
  EXPECT_LT(gradient.cwiseAbs().maxCoeff(), 0.3);  // what a climb leaves is worth 0.003
}

TEST(FitFamily, AFamilyThatContainsAnotherIsAtLeastAsLikely) {
  for (unsigned seed = 1000; seed < 1005; ++seed) {
    const std::vector<Rows> series{walk_of(300, 0.05, 0.2, seed)};
    // The trend loses what its slope, which need not be, costs before the first row.
    EXPECT_GT(fit_family(kTrend, series).log_likelihood,
              fit_family(kLevel, series).log_likelihood - 6.0);
  }
}

TEST(FitFamily, SeveralSeriesShareAModel) {
  std::vector<Rows> series;
  for (unsigned seed = 1000; seed < 1040; ++seed) series.push_back(walk_of(50, 0.02, 0.3, seed));
  const FamilyFit fit = fit_family(kLevel, series);
  EXPECT_NEAR(std::log(fit.model.noise[0] / 0.3), 0.0, 0.2);
  EXPECT_NEAR(std::log(std::exp(fit.model.logs()[1]) / 0.02), 0.0, 0.5);
  EXPECT_EQ(fit.interventions.size(), series.size());
  EXPECT_EQ(fit.left_out.size(), series.size());
  EXPECT_EQ(fit.left_out[3].size(), 50);
}

TEST(FitFamily, LearnsWithoutTheOutliers) {
  Rows rows = walk_of(500, 0.01, 0.04, 1002);
  const FamilyFit clean = fit_family(kLevel, {rows});
  std::vector<Index> put;
  for (Index t = 17; t < 500; t += 40) {
    rows.values(t, 0) += 4.0;
    put.push_back(t);
  }
  const FamilyFit fit = fit_family(kLevel, {rows});
  EXPECT_EQ(fit.interventions[0].outliers, put);
  EXPECT_NEAR(std::log(fit.model.noise[0] / clean.model.noise[0]), 0.0, 0.1);
}

TEST(FitFamily, HeavyTailedMovementIsNotSetAside) {
  // Steps of a random walk by Student's distribution of three degrees.
  Rng rng(1003);
  Rows rows = walk_of(500, 0.0, 0.001, 1003);
  double level = 0.0;
  for (double& y : rows.values.col(0)) {
    const double a = rng.normal(), b = rng.normal(), c = rng.normal();
    level += 0.05 * rng.normal() / std::sqrt((a * a + b * b + c * c) / 3.0);
    y += level;
  }
  const Interventions found = fit_family(kLevel, {rows}).interventions[0];
  EXPECT_LE(std::ssize(found.outliers) + std::ssize(found.jumps), 2);
}

TEST(FitFamily, FewRowsAndConstants) {
  for (const Index count : {1, 2, 5, 12}) {
    const FamilyFit fit = fit_family(kTrend, {walk_of(count, 0.1, 0.5, 1000)});
    EXPECT_TRUE(fit.status.ok()) << count;
    EXPECT_TRUE(fit.model.logs().allFinite()) << count;
  }
  Rows constant = walk_of(100, 0.0, 0.0, 1000);
  EXPECT_TRUE(fit_family(kLevel, {constant}).status.ok());
  EXPECT_THROW(fit_family(kLevel, {}), InvalidArgument);
}

TEST(FitFamily, RefitStaysWhereItIs) {
  const std::vector<Rows> series{walk_of(300, 0.05, 0.2, 1004)};
  const FamilyFit fit = fit_family(kLevel, series);
  const FamilyFit again = refit_family(kLevel, series, fit.model);
  EXPECT_NEAR(again.log_likelihood, fit.log_likelihood, 0.01);
}

TEST(FitFamily, SampleIsTheMiddleOrSpread) {
  const std::vector<Rows> one{walk_of(1000, 0.1, 0.1, 1000)};
  const std::vector<Rows> middle = sample_of(one, 400);
  ASSERT_EQ(middle.size(), 1u);
  EXPECT_EQ(middle[0].count(), 400);
  EXPECT_EQ(middle[0].times[0], 300.0);
  const std::vector<Rows> many(200, walk_of(60, 0.1, 0.1, 1000));
  Index rows = 0;
  for (const Rows& part : sample_of(many, 600)) rows += part.count();
  EXPECT_LE(rows, 660);
  EXPECT_GE(rows, 500);
  EXPECT_EQ(sample_of(many, 100000).size(), 200u);
}

}  // namespace
}  // namespace elto
