// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/parameter_uncertainty.hpp"

#include <cmath>
#include <vector>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"

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

TEST(ParameterUncertainty, FadesAsRowsGrow) {
  const auto mean = [](Index count) {
    const std::vector<Rows> series{walk_of(count, 1000).rows};
    const FamilyFit fit = fit_family(kRandomWalk, series);
    return parameter_variance(fit, series)[0].mean() /
           smooth(fit.model, series[0]).signal.variance.mean();
  };
  EXPECT_GT(mean(30), 0.02);
  EXPECT_LT(mean(3000), 0.01);
}

TEST(ParameterUncertainty, MakesBandsOfShortSeriesHold) {
  double without = 0.0, with = 0.0;
  for (unsigned seed = 1000; seed < 1200; ++seed) {
    const Walk walk = walk_of(25, seed);
    const FamilyFit fit = fit_family(kRandomWalk, {walk.rows});
    const Vector added = parameter_variance(fit, {walk.rows})[0];
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

TEST(ParameterUncertainty, IsNeverNegativeAndOneForEachRow) {
  std::vector<Rows> series{walk_of(20, 1000).rows, walk_of(35, 1001).rows};
  series[0].values(4, 0) = std::nan("");
  const FamilyFit fit = fit_family(kRandomWalk, series);
  const std::vector<Vector> added = parameter_variance(fit, series);
  ASSERT_EQ(added.size(), 2u);
  EXPECT_EQ(added[1].size(), 35);
  for (const Vector& one : added) {
    EXPECT_TRUE(one.allFinite());
    EXPECT_GE(one.minCoeff(), 0.0);
  }
  EXPECT_THROW(parameter_variance(fit, {series[0]}), InvalidArgument);
}

}  // namespace
}  // namespace elto
