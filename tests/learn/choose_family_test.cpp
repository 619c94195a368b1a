// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/choose_family.hpp"

#include <chrono>
#include <cmath>
#include <numbers>
#include <string>
#include <variant>
#include <vector>

#include "elto/core/random.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

/// Standardised, as the families want it.
Rows rows_of(Vector y) {
  y.array() -= y.mean();
  const double deviation = std::sqrt(y.squaredNorm() / static_cast<double>(y.size()));
  if (deviation > 0.0) y /= deviation;
  return {.times = Vector::LinSpaced(y.size(), 0.0, static_cast<double>(y.size() - 1)),
          .values = y};
}

template <class Signal>
Rows noisy(Index count, double noise, unsigned seed, Signal signal) {
  Rng rng(seed);
  Vector y(count);
  for (Index t = 0; t < count; ++t)
    y[t] = signal(static_cast<double>(t), rng) + noise * rng.normal();
  return rows_of(y);
}

double sine(double t, double period) {
  return std::sin(2.0 * std::numbers::pi * t / period);
}

bool has(const FamilyFit& fit, const std::string& word) {
  return fit.family.find(word) != std::string::npos;
}

TEST(ChooseFamily, ARandomWalkIsALevel) {
  int levels = 0;
  for (unsigned seed = 1000; seed < 1010; ++seed) {
    double level = 0.0;
    const Rows rows =
        noisy(300, 1.0, seed, [&](double, Rng& rng) { return level += 0.7 * rng.normal(); });
    levels += choose_family({rows}).chosen().family == "level";
  }
  EXPECT_GE(levels, 7);
}

TEST(ChooseFamily, AnIntegratedWalkIsSmoother) {
  for (unsigned seed = 1000; seed < 1005; ++seed) {
    double level = 0.0, slope = 0.0;
    const Rows rows = noisy(300, 1.0, seed, [&](double, Rng& rng) {
      slope += 0.1 * rng.normal();
      return level += slope;
    });
    EXPECT_NE(choose_family({rows}).chosen().family, "level") << seed;
  }
}

TEST(ChooseFamily, FindsASeasonUnderATrend) {
  for (unsigned seed = 1000; seed < 1005; ++seed) {
    const Rows rows = noisy(144, 0.2, seed, [](double t, Rng&) {
      return 0.05 * t + sine(t, 12.0) + 0.5 * sine(t, 6.0);
    });
    EXPECT_TRUE(has(choose_family({rows}).chosen(), "season 12")) << seed;
  }
}

TEST(ChooseFamily, FindsTheDayAndIsToldTheWeek) {
  const Rows rows = noisy(1000, 0.3, 1000, [](double t, Rng&) {
    return sine(t, 24.0) + 0.7 * sine(t, 168.0) + 0.5 * sine(t, 56.0);
  });
  const FamilyFit told = choose_family({rows}, {.calendar = {24.0, 168.0}}).chosen();
  EXPECT_TRUE(has(told, "season 24"));
  EXPECT_TRUE(has(told, "season 168"));
  EXPECT_TRUE(has(choose_family({rows}).chosen(), "season 24"));
}

TEST(ChooseFamily, NoiseHasNoSeasonAndHardlyAnyMovement) {
  int still = 0;
  for (unsigned seed = 1000; seed < 1010; ++seed) {
    const Rows rows = noisy(300, 1.0, seed, [](double, Rng&) { return 0.0; });
    const FamilyFit fit = choose_family({rows}).chosen();
    EXPECT_FALSE(has(fit, "season")) << seed;
    still += smooth(fit.model, rows).signal.mean.squaredNorm() < 0.05 * 300.0;
  }
  EXPECT_GE(still, 9);
}

TEST(ChooseFamily, ACycleComesBackOutOfPhase) {
  double a = 1.0, b = 0.0;
  const Rows rows = noisy(400, 0.3, 1000, [&](double, Rng& rng) {
    const double angle = 2.0 * std::numbers::pi / 11.0;
    const double c = 0.95 * std::cos(angle), s = 0.95 * std::sin(angle), before = a;
    a = c * a + s * b + 0.3 * rng.normal();
    b = -s * before + c * b + 0.3 * rng.normal();
    return a;
  });
  const FamilyFit fit = choose_family({rows}).chosen();
  ASSERT_TRUE(has(fit, "cycle")) << fit.family;
  for (const Component& part : fit.model.dynamics.parts())
    if (const Cycle* cycle = std::get_if<Cycle>(&part)) {
      EXPECT_NEAR(cycle->period, 11.0, 1.0);
    }
}

TEST(ChooseFamily, SeveralShortSeriesShareAModel) {
  std::vector<Rows> series, alone;
  double together = 0.0, raw = 0.0;
  for (unsigned seed = 1000; seed < 1040; ++seed)
    series.push_back(noisy(60, 0.1, seed, [](double t, Rng&) {
      return (1.0 - std::exp(-t / 5.0)) * std::exp(-t / 25.0);
    }));
  // The signal, standardised alike but for noise.
  const Rows clean = noisy(
      60, 0.0, 1, [](double t, Rng&) { return (1.0 - std::exp(-t / 5.0)) * std::exp(-t / 25.0); });
  const FamilyChoice choice = choose_family(series);
  const FamilyFit& fit = choice.chosen();
  ASSERT_EQ(fit.interventions.size(), series.size());
  for (std::size_t i = 0; i < series.size(); ++i) {
    const auto distance = [&](const Matrix& values) {
      const double scale = values.col(0).dot(clean.values.col(0)) / 60.0;
      return (values - scale * clean.values).squaredNorm();
    };
    const Treated treated = treat(series[i], fit.interventions[i]);
    together += distance(smooth(fit.model, treated.rows, treated.jumps).signal.mean);
    raw += distance(series[i].values);
  }
  EXPECT_LT(together, 0.4 * raw);
}

TEST(ChooseFamily, NothingFails) {
  for (const Index count : {1, 2, 3, 5, 8, 12}) {
    double level = 0.0;
    const Rows rows =
        noisy(count, 0.5, 1000, [&](double, Rng& rng) { return level += rng.normal(); });
    const FamilyChoice choice = choose_family({rows});
    EXPECT_TRUE(choice.chosen().status.ok()) << count;
    EXPECT_TRUE(smooth(choice.chosen().model, rows).signal.mean.allFinite()) << count;
  }
  for (const auto& values : {Vector(Vector::Zero(50)), Vector(Vector::LinSpaced(50, -1.0, 1.0))}) {
    const FamilyChoice choice = choose_family({rows_of(values)});
    EXPECT_TRUE(choice.chosen().status.ok());
    EXPECT_LT((smooth(choice.chosen().model, rows_of(values)).signal.mean - rows_of(values).values)
                  .norm(),
              0.1);
  }
}

TEST(ChooseFamily, ManyRowsTakeSeconds) {
  double level = 0.0;
  const Rows rows = noisy(4000, 0.3, 1000, [&](double t, Rng& rng) {
    return (level += 0.1 * rng.normal()) + sine(t, 24.0);
  });
  const auto begin = std::chrono::steady_clock::now();
  const FamilyChoice choice = choose_family({rows});
  EXPECT_TRUE(has(choice.chosen(), "season 24"));
  EXPECT_EQ(choice.chosen().left_out[0].size(), 4000);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(took.count(), 20.0);  // a second, but for sanitizers and busy machines
}

}  // namespace
}  // namespace elto
