// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/builtin.hpp"

#include <algorithm>
#include <vector>

#include "elto/core/random.hpp"
#include "elto/systems/lidar.hpp"
#include "elto/systems/van_der_pol.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(Builtin, EverySystemIsASeriesOfTheSameShapeAsItsTruth) {
  for (const BuiltinSystem& system : builtin_systems()) {
    const Simulation simulation = builtin(system.name);
    validate(simulation.observed);
    EXPECT_FALSE(simulation.observed.channels.empty()) << system.name;
    if (simulation.truth.size() == 0) continue;
    EXPECT_EQ(simulation.truth.rows(), simulation.observed.rows()) << system.name;
    EXPECT_EQ(simulation.truth.cols(), simulation.observed.dimension()) << system.name;
  }
}

TEST(Builtin, NamesAreSortedAndDescribedInOneLine) {
  EXPECT_TRUE(std::ranges::is_sorted(builtin_systems(), {}, &BuiltinSystem::name));
  for (const BuiltinSystem& system : builtin_systems()) {
    EXPECT_LT(system.description.size(), 64u);
    EXPECT_EQ(system.description.find('\n'), std::string_view::npos);
  }
}

TEST(Builtin, GivesTheRowsAskedFor) {
  for (const BuiltinSystem& system : builtin_systems())
    for (const Index rows : {2, 7, 21})
      EXPECT_EQ(builtin(system.name, {.rows = rows}).observed.rows(), rows) << system.name;
  EXPECT_EQ(builtin("lidar", {.rows = 5000}).truth.rows(), 5000);
  EXPECT_EQ(builtin("lynx-hare", {.rows = 7}).observed.time.values.size(), 7);
}

TEST(Builtin, IsTheSystemWithItsDefaults) {
  Rng rng(3);
  EXPECT_MATRIX_EQ(builtin("van-der-pol", {.seed = 3}).observed.values,
                   van_der_pol({}, rng).observed.values);
  Rng other(4);
  EXPECT_MATRIX_EQ(builtin("lidar", {.seed = 4}).observed.values,
                   lidar_track({}, other).observed.values);
}

TEST(Builtin, ScalesTheNoise) {
  const Simulation once = builtin("van-der-pol"),
                   twice = builtin("van-der-pol", {.noise_factor = 2.0});
  EXPECT_MATRIX_NEAR(twice.observed.values - twice.truth, 2.0 * (once.observed.values - once.truth),
                     1e-12);
  const Simulation none = builtin("lidar", {.noise_factor = 0.0});
  EXPECT_MATRIX_NEAR(none.observed.values, none.truth, 1e-9);
}

TEST(Builtin, AFieldIsASeriesWithItsGrid) {
  const SimulateOptions options{.seed = 3, .rows = 5};
  const Simulation series = builtin("burgers", options);
  const auto field = builtin_field("burgers", options);
  ASSERT_TRUE(field.has_value());
  EXPECT_MATRIX_EQ(to_field(series.observed).values, field->observed.values);
  EXPECT_MATRIX_EQ(to_field(series.observed).space, field->truth.space);
  EXPECT_MATRIX_EQ(series.truth, field->truth.values);
  EXPECT_FALSE(builtin_field("lidar").has_value());
}

TEST(Builtin, HasTheZooExceptWhereItHasASimulationOfItsOwn) {
  for (const ZooSystem& system : zoo()) {
    const auto found = std::ranges::find(builtin_systems(), system.name, &BuiltinSystem::name);
    ASSERT_NE(found, builtin_systems().end()) << system.name;
    EXPECT_TRUE(found->zoo == &system || found->simulate != nullptr) << system.name;
  }
  Rng rng(5);
  EXPECT_MATRIX_EQ(
      builtin("roessler", {.seed = 5, .rows = 30, .noise_factor = 2.0}).observed.values,
      simulate(*find_in_zoo("roessler"), {.rows = 30, .noise = 0.2}, rng).observed.values);
}

TEST(Builtin, RefusesAnUnknownNameAndListsThoseNearIt) {
  EXPECT_REFUSED(builtin("lorenz"),
                 "system: must be the name of one, such as lorenz-63, lorenz-84, lorenz-96, "
                 "lorenz-stenflo, got lorenz");
  EXPECT_REFUSED(builtin("rossler"), "such as roessler, got rossler");
  EXPECT_REFUSED(builtin("kuramoto-sivashinski"), "such as kuramoto-sivashinsky, got");
}

TEST(Builtin, RefusesBadOptions) {
  EXPECT_REFUSED(builtin("lidar", {.rows = -1}), "rows: must be at least 0, got -1");
  EXPECT_REFUSED(builtin("lidar", {.noise_factor = -1.0}), "noise_factor: must be at least 0");
  EXPECT_REFUSED(builtin("lynx-hare", {.rows = 22}),
                 "rows: must be at most 21 (lynx-hare), got 22");
  EXPECT_REFUSED(builtin("lynx-hare", {.noise_factor = 2.0}),
                 "noise_factor: must be 1 (lynx-hare is a recording), got 2");
}

}  // namespace
}  // namespace elto
