// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/parameter_covariance.hpp"

#include <cmath>
#include <vector>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"
#include "elto/filter/parameter_variance.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

const Family kRandomWalk{.name = "level", .components = Components({IntegratedWiener{.order = 1}})};

struct Walk {
  Rows rows;
  Vector level;
};
Walk walk_of(Index count, unsigned seed) {
  Rng rng(seed);
  Walk walk{.rows = {.times = Vector::LinSpaced(count, 0.0, static_cast<double>(count - 1)),
                     .values = Matrix(count, 1)},
            .level = Vector(count)};
  double level = 0.0;
  for (Index t = 0; t < count; ++t) {
    walk.level[t] = level;
    walk.rows.values(t, 0) = level + 0.5 * rng.normal();
    level += 0.3 * rng.normal();
  }
  return walk;
}

Vector added_to(const FamilyFit& fit, const Rows& rows) {
  const Treated treated = treat(rows, fit.interventions[0]);
  return parameter_variance(fit.model, parameter_covariance(fit, {rows}), treated.rows,
                            treated.jumps,
                            smooth(fit.model, treated.rows, treated.jumps).signal.variance.col(0));
}

TEST(ParameterCovariance, IsTheInverseOfTheCurvature) {
  const std::vector<Rows> series{walk_of(60, 1000).rows, walk_of(35, 1001).rows};
  const FamilyFit fit = fit_family(kRandomWalk, series);
  ASSERT_TRUE(fit.interventions[0].empty() && fit.interventions[1].empty());
  const LogPrior prior = prior_of(kRandomWalk);
  const auto value = [&](double a, double b) {
    LinearModel moved = fit.model;
    const Vector logs = fit.model.logs() + Vector{{a, b}};
    moved.set_logs(logs);
    return Likelihood(series[0]).value(moved) + Likelihood(series[1]).value(moved) +
           prior.log_density(logs);
  };
  constexpr double h = 0.01;
  const double mixed = (value(h, h) - value(h, -h) - value(-h, h) + value(-h, -h)) / (4 * h * h);
  const Matrix H{{(2 * value(0, 0) - value(h, 0) - value(-h, 0)) / (h * h), -mixed},
                 {-mixed, (2 * value(0, 0) - value(0, h) - value(0, -h)) / (h * h)}};
  const Matrix covariance = parameter_covariance(fit, series);
  EXPECT_LT((covariance * H - Matrix::Identity(2, 2)).norm(), 1e-3);
  EXPECT_THROW((void)parameter_covariance(fit, {series[0]}), InvalidArgument);
}

TEST(ParameterCovariance, FadesAsRowsGrow) {
  const auto mean = [](Index count) {
    const Rows rows = walk_of(count, 1000).rows;
    const FamilyFit fit = fit_family(kRandomWalk, {rows});
    return added_to(fit, rows).mean() / smooth(fit.model, rows).signal.variance.mean();
  };
  EXPECT_GT(mean(30), 0.02);
  EXPECT_LT(mean(3000), 0.01);
}

TEST(ParameterCovariance, MakesBandsOfShortSeriesHold) {
  double without = 0.0, with = 0.0;
  for (unsigned seed = 1000; seed < 1200; ++seed) {
    const Walk walk = walk_of(25, seed);
    const FamilyFit fit = fit_family(kRandomWalk, {walk.rows});
    const Vector added = added_to(fit, walk.rows);
    const Treated treated = treat(walk.rows, fit.interventions[0]);
    const SmoothedRows smoothed = smooth(fit.model, treated.rows, treated.jumps);
    const Vector away = (smoothed.signal.mean.col(0) - walk.level).cwiseAbs();
    const Vector alone = smoothed.signal.variance.col(0);
    for (Index t = 0; t < 25; ++t) {
      without += away[t] < 1.645 * std::sqrt(alone[t]);
      with += away[t] < 1.645 * std::sqrt(alone[t] + added[t]);
    }
  }
  // By 0.79 of the rows without. Less than 0.9 with: the posterior of a noise has long tails.
  EXPECT_LT(without / 5000.0, 0.82);
  EXPECT_NEAR(with / 5000.0, 0.9, 0.06);
}

}  // namespace
}  // namespace elto
