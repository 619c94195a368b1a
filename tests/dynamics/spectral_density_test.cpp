// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/spectral_density.hpp"

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "elto/filter/linear_smoother.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;

/// The share of a sine that a smoother keeps in the middle of many rows.
double kept_share(const LinearModel& model, double period) {
  constexpr Index kRows = 4000, kMiddle = 2000;
  Rows rows{.times = Vector::LinSpaced(kRows, 0.0, kRows - 1.0), .values = Matrix(kRows, 1)};
  rows.values = (kTurn / period * rows.times.array()).sin().matrix();
  const Vector signal = smooth(model, rows).signal.mean.col(0).segment(kMiddle / 2, kMiddle);
  const Vector sine = rows.values.col(0).segment(kMiddle / 2, kMiddle);
  return signal.dot(sine) / sine.squaredNorm();
}

/// What a stationary component is expected to vary by: the integral of its density over all
/// frequencies, by the midpoint rule in the logarithm of the frequency.
double integral(const Component& component) {
  constexpr int kSteps = 200'000;
  const double low = std::log(1e-7), high = std::log(1e5), step = (high - low) / kSteps;
  double sum = 0.0;
  for (int i = 0; i < kSteps; ++i) {
    const double frequency = std::exp(low + (i + 0.5) * step);
    sum += 2.0 * frequency * spectral_density(component, frequency) * step;
  }
  return sum / kTurn;
}

TEST(SpectralDensity, IntegratesToTheVariance) {
  for (const Index order : {1, 2, 3})
    EXPECT_NEAR(integral(Matern{.order = order, .variance = 2.5, .length = 7.0}), 2.5, 0.01);
  // noise / (2 decay k) of the harmonic k
  EXPECT_NEAR(integral(Cycle{.period = 20.0, .harmonics = 2, .noise = 0.1, .decay = 0.05}),
              1.0 + 0.5, 0.01);
}

TEST(SpectralDensity, OfAWienerProcessFallsWithItsOrder) {
  const IntegratedWiener trend{.order = 2, .noise = 3.0, .level_noise = 0.5};
  EXPECT_NEAR(spectral_density(trend, 0.1), 3.0 / 1e-4 + 0.5 / 1e-2, 1e-6);
}

// The smoother itself is the oracle: what it keeps of a sine of that period is one half.
TEST(SpectralDensity, HalfOfTheShortestPeriodIsKept) {
  struct Case {
    std::string name;
    LinearModel model;
  };
  const std::vector<Case> cases = {
      {"level", LinearModel({{IntegratedWiener{.order = 1, .noise = 0.02}}}, 0.5)},
      {"trend", LinearModel({{IntegratedWiener{.order = 2, .noise = 1e-4}}}, 0.5)},
      {"trend of a moving level",
       LinearModel({{IntegratedWiener{.order = 2, .noise = 1e-6, .level_noise = 0.01}}}, 0.2)},
      {"curve", LinearModel({{IntegratedWiener{.order = 3, .noise = 1e-6}}}, 1.0)},
      {"cycle", LinearModel({{Cycle{.period = 25.0, .noise = 0.02, .decay = 0.05}}}, 0.4)},
      {"narrow cycle", LinearModel({{Cycle{.period = 25.0, .noise = 1e-4, .decay = 0.002}}}, 0.4)},
      {"level and cycle", LinearModel({{IntegratedWiener{.order = 1, .noise = 1e-3},
                                        Cycle{.period = 12.0, .noise = 0.01, .decay = 0.05}}},
                                      0.3)},
      {"Matern", LinearModel({{Matern{.order = 2, .variance = 1.0, .length = 15.0}}}, 0.3)}};
  for (const auto& [name, model] : cases) {
    const double period = shortest_period_kept(model.dynamics, model.noise[0], 1e6);
    EXPECT_NEAR(kept_share(model, period), 0.5, 0.05) << name << ", period " << period;
    EXPECT_LT(kept_share(model, 0.7 * period), 0.4) << name;
  }
}

TEST(SpectralDensity, SeasonsAreKeptHoweverFast) {
  const Cycle season{.period = 4.0, .harmonics = 2, .noise = 1e-9};
  const IntegratedWiener trend{.order = 2, .noise = 1e-5};
  EXPECT_TRUE(is_season(season));
  EXPECT_FALSE(is_season(trend));
  EXPECT_EQ(shortest_period_kept({{trend, season}}, 0.3, 1e4),
            shortest_period_kept({{trend}}, 0.3, 1e4));
}

TEST(SpectralDensity, EverythingIsKeptWithoutNoiseAndNothingOfWhatDoesNotMove) {
  EXPECT_NEAR(shortest_period_kept({{IntegratedWiener{.order = 1, .noise = 1.0}}}, 1e-6, 1e3), 2.0,
              1e-12);
  EXPECT_TRUE(
      std::isinf(shortest_period_kept({{IntegratedWiener{.order = 1, .noise = 1e-20}}}, 1.0, 1e3)));
}

}  // namespace
}  // namespace elto
