// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/fit_effects.hpp"

#include <algorithm>
#include <cmath>

#include "elto/core/random.hpp"
#include "elto/dynamics/first_order_lag.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

/// A random walk that follows the first of three inputs; the second has nothing to do with it, the
/// third never changes.
struct Walk {
  LinearModel model{{{IntegratedWiener{.order = 1, .noise = 0.01}}}, 0.04};
  std::vector<DrivenRows> rows{1};
  std::vector<GivenInputs> inputs{1};

  Walk(double gain, double lag, Index count = 600, unsigned seed = 40) {
    Rng rng(seed);
    GivenInputs& given = inputs[0];
    given = {.times = Vector::LinSpaced(count, 0.0, 0.5 * static_cast<double>(count - 1)),
             .values = Matrix(count, 3)};
    for (Index t = 0; t < count; ++t)
      given.values.row(t) << (t / 25 % 2 == 0 ? 5.0 : 6.0), rng.normal(), 7.0;
    Rows& entries = rows[0].entries;
    entries = {.times = 2.0 * given.times, .values = Matrix(count, 1)};
    const Vector response = followed(given.times, given.values.col(0), lag);
    double level = 0.0;
    for (Index t = 0; t < count; ++t) {
      level += 0.1 * rng.normal();
      entries.values(t, 0) = level + gain * response[t] + 0.2 * rng.normal();
      if (t % 11 == 4) entries.values(t, 0) = std::nan("");
      rows[0].places.push_back(t);
    }
  }

  EffectFit fit() const { return fit_effects(model, rows, inputs, 3.0, 0.5); }
};

/// The effect of the first input, which is known to be there.
struct First {
  InputEffect effect;
  double deviation;

  explicit First(const EffectFit& fit) {
    const auto found = std::ranges::find(fit.effects, 0, &InputEffect::input);
    EXPECT_NE(found, fit.effects.end());
    effect = *found;
    const Index k = found - fit.effects.begin();
    deviation = std::sqrt(fit.covariance(k, k));
  }
};

TEST(FitEffects, FindsTheGain) {
  const EffectFit fit = Walk(2.0, 0.0).fit();
  const First first(fit);
  EXPECT_EQ(first.effect.lag, 0.0);
  EXPECT_EQ(first.effect.centre, 5.5);
  EXPECT_NEAR(first.effect.gain, 6.0, 3.0 * first.deviation);  // in units of three
  EXPECT_LT(first.deviation, 0.2);
  EXPECT_GE(fit.parameters, static_cast<double>(fit.effects.size()));
}

TEST(FitEffects, FindsTheLag) {
  const EffectFit fit = Walk(2.0, 4.0).fit();
  const First first(fit);
  EXPECT_NEAR(first.effect.lag, 4.0, 1.0);
  EXPECT_NEAR(first.effect.gain, 6.0, 4.0 * first.deviation);
  EXPECT_GT(fit.parameters, 1.0 + static_cast<double>(fit.effects.size()));
}

TEST(FitEffects, DropsWhatHasNoEffect) {
  // A parameter must gain 1 of log-likelihood, which one in six does by chance; a lag more.
  double kept = 0.0;
  for (unsigned seed = 41; seed <= 60; ++seed) {
    const EffectFit fit = Walk(0.0, 0.0, 200, seed).fit();
    EXPECT_EQ(fit.covariance.rows(), std::ssize(fit.effects));
    for (const InputEffect& effect : fit.effects) EXPECT_NE(effect.input, 2);  // it never changes
    kept += static_cast<double>(fit.effects.size());
  }
  EXPECT_LT(kept / 40.0, 0.35);
}

TEST(FitEffects, LearnsFromBlocksAsFromTheWhole) {
  Walk walk(2.0, 0.0, 400);
  const EffectFit whole = walk.fit();
  // Two stretches with rows of whole inputs.
  const DrivenRows all = walk.rows[0];
  walk.rows.clear();
  for (const Index begin : {0, 200}) {
    DrivenRows part{.entries = {.times = all.entries.times.segment(begin, 200),
                                .values = all.entries.values.middleRows(begin, 200)}};
    part.places.assign(all.places.begin() + begin, all.places.begin() + begin + 200);
    walk.rows.push_back(part);
  }
  const EffectFit parts = walk.fit();
  // But for what the second says of the level that the first has left.
  const First a(parts), b(whole);
  EXPECT_NEAR(a.effect.gain, b.effect.gain, 0.6 * b.deviation);
}

}  // namespace
}  // namespace elto
