// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/family.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace elto {
namespace {

std::vector<Family> families() {
  return {{.name = "level", .components = Components({IntegratedWiener{.order = 1}})},
          {.name = "trend",
           .components = Components({IntegratedWiener{.order = 2, .level_noise = 1e-5}})},
          {.name = "curve", .components = Components({IntegratedWiener{.order = 3}})},
          {.name = "smooth", .components = Components({Matern{.order = 2}})},
          {.name = "cycle", .components = Components({Cycle{.decay = 0.1, .learns_period = true}})},
          {.name = "sum",
           .components = Components({IntegratedWiener{.order = 1}, Cycle{.harmonics = 3},
                                     Cycle{.decay = 0.1, .learns_period = true}}),
           .period_width = 0.1}};
}

TEST(Family, PriorHasOneNumberForEachParameter) {
  for (const Family& family : families()) {
    const LogPrior prior = prior_of(family);
    const LinearModel model(family.components, 0.1);
    EXPECT_EQ(prior.centre.size(), model.logs().size()) << family.name;
    EXPECT_GT(prior.width.minCoeff(), 0.0) << family.name;
  }
}

TEST(Family, GradientOfThePriorIsThatOfItsDensity) {
  for (const Family& family : families()) {
    const LogPrior prior = prior_of(family);
    Vector logs = prior.centre;
    for (Index p = 0; p < logs.size(); ++p) logs[p] += 0.7 - 0.3 * static_cast<double>(p);
    const Vector gradient = prior.gradient(logs);
    for (Index p = 0; p < logs.size(); ++p) {
      const Vector step = 1e-5 * Vector::Unit(logs.size(), p);
      const double difference =
          (prior.log_density(logs + step) - prior.log_density(logs - step)) / 2e-5;
      // Of a quadratic function central differences are exact but for rounding.
      EXPECT_NEAR(gradient[p], difference, 1e-6 * (1.0 + std::abs(difference))) << family.name;
    }
    EXPECT_EQ(prior.gradient(prior.centre).norm(), 0.0);
  }
}

TEST(Family, PeriodWidthIsThatOfPeriodsLearned) {
  const LogPrior prior = prior_of(families().back());
  EXPECT_EQ(prior.width[prior.width.size() - 1], 0.1);
  EXPECT_NEAR(prior.centre[prior.centre.size() - 1], std::log(10.0), 1e-15);
}

TEST(Family, StartsAreModelsOfTheFamily) {
  for (const Family& family : families()) {
    const std::vector<LinearModel> starts = starts_of(family);
    EXPECT_GE(starts.size(), 2u);
    for (const LinearModel& start : starts) {
      EXPECT_EQ(start.states(), family.components.states()) << family.name;
      EXPECT_EQ(start.logs().size(), prior_of(family).centre.size()) << family.name;
      EXPECT_TRUE(start.logs().allFinite()) << family.name;
    }
  }
}

}  // namespace
}  // namespace elto
