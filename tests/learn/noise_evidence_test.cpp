// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/noise_evidence.hpp"

#include "elto/core/random.hpp"
#include "elto/model/signal_model.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Rows walk(double step, double noise, unsigned seed) {
  constexpr Index kRows = 300;
  Rng rng(seed);
  Rows rows{.times = Vector::LinSpaced(kRows, 0.0, kRows - 1.0), .values = Matrix(kRows, 1)};
  double level = 0.0;
  for (Index t = 0; t < kRows; ++t) {
    level += step * rng.normal();
    rows.values(t, 0) = level + noise * rng.normal();
  }
  return rows;
}

double evidence(const Rows& rows) {
  const Family level{.name = "level", .components = Components({IntegratedWiener{.order = 1}})};
  return noise_evidence(fit_family(level, {rows}), {rows});
}

TEST(NoiseEvidence, IsThereWhereThereIsNoise) {
  for (unsigned seed = 500; seed < 520; ++seed) {
    EXPECT_GT(evidence(walk(0.1, 0.1, seed)), kEvidentGain) << seed;
    EXPECT_GT(evidence(walk(0.0, 1.0, seed)), kEvidentGain) << seed;
  }
}

TEST(NoiseEvidence, IsSeldomThereWhereThereIsNone) {
  int evident = 0;
  for (unsigned seed = 500; seed < 600; ++seed)
    evident += evidence(walk(0.1, 0.0, seed)) > kEvidentGain;
  EXPECT_LE(evident, 5);
}

}  // namespace
}  // namespace elto
