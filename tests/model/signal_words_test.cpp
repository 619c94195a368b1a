// SPDX-License-Identifier: Apache-2.0
#include "elto/model/signal_words.hpp"

#include <cmath>

#include "elto/dynamics/spectral_density.hpp"

#include "support/small_signal_model.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(SignalWords, NameTheComponentsWithPeriodsInTheUnitOfTime) {
  const SignalModel model = testing::small_signal_model();
  const TimeColumn stamps{.name = "time", .values = Vector{{0.0}}, .labels = {"1970-01-01"}};
  EXPECT_EQ(describe(model.parts[0], stamps), "trend");
  EXPECT_EQ(describe(model.parts[1], stamps),
            "level, cycle of about 4.5 s, season of 12 s (3 harmonics) and movement that forgets "
            "within 2.5 s");
  ChannelModel daily = model.parts[0];
  daily.model.dynamics = {{IntegratedWiener{.order = 3}, Cycle{.period = 24.0}}};
  daily.step = 3600.0;
  EXPECT_EQ(describe(daily, stamps), "curve (trend of a trend) and season of 1 day");
  daily.family = kConstantFamily;
  EXPECT_EQ(describe(daily, stamps), "constant");
}

TEST(SignalWords, TraitsAreInTheUnitOfTime) {
  const SignalModel model = testing::small_signal_model();
  const ChannelModel& trend = model.parts[0];
  const SignalTraits traits = traits_of(trend, 1e4);
  EXPECT_EQ(traits.noise_evidence, 12.5);
  EXPECT_FALSE(traits.has_season);
  EXPECT_NEAR(traits.shortest_period,
              trend.step * shortest_period_kept(trend.model.dynamics, 0.05, 2e4), 1e-9);
  EXPECT_TRUE(traits_of(model.parts[1], 1e4).has_season);
}

TEST(SignalWords, NothingIsTooFastWithoutNoiseAndEverythingWhereNothingMoves) {
  ChannelModel part = testing::small_signal_model().parts[0];
  part.model.noise[0] = 1e-12;
  EXPECT_TRUE(std::isnan(traits_of(part, 100.0).shortest_period));
  part.model = LinearModel({{IntegratedWiener{.order = 1, .noise = 1e-20}}}, 1.0);
  EXPECT_TRUE(std::isinf(traits_of(part, 100.0).shortest_period));
}

}  // namespace
}  // namespace elto
