// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/lotka_volterra.hpp"

#include <cmath>

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

// feeding prey - death log(prey) + hunting predator - birth log(predator) does not change.
TEST(LotkaVolterra, ConservesItsInvariant) {
  const LotkaVolterraOptions o;
  Rng rng(1);
  const Matrix truth = lotka_volterra(o, rng).truth;
  const auto invariant = [&](Index t) {
    const double predator = truth(t, 0), prey = truth(t, 1);
    return o.feeding * prey - o.death * std::log(prey) + o.hunting * predator -
           o.birth * std::log(predator);
  };
  for (Index t = 1; t < truth.rows(); ++t) EXPECT_NEAR(invariant(t), invariant(0), 1e-7);
}

TEST(LotkaVolterra, RestsAtItsEquilibrium) {
  LotkaVolterraOptions options;
  options.predator = options.birth / options.hunting;
  options.prey = options.death / options.feeding;
  options.noise = 0.0;
  Rng rng(1);
  const Matrix truth = lotka_volterra(options, rng).truth;
  EXPECT_MATRIX_NEAR(truth.row(199), truth.row(0), 1e-9);
}

TEST(LotkaVolterra, HasTheNoiseAskedFor) {
  Rng rng(2);
  const Simulation made = lotka_volterra({.rows = 5000, .noise = 0.2}, rng);
  const Matrix noise = made.observed.values - made.truth;
  for (Index j = 0; j < 2; ++j) {
    const Vector centred = made.truth.col(j).array() - made.truth.col(j).mean();
    EXPECT_NEAR(noise.col(j).norm() / centred.norm(), 0.2, 0.01);
  }
}

TEST(LotkaVolterra, SaysWhatIsWrong) {
  Rng rng(1);
  EXPECT_REFUSED(lotka_volterra({.prey = 0.0}, rng), "prey: must be positive, finite, got 0");
  EXPECT_REFUSED(lotka_volterra({.noise = -0.1}, rng), "noise: must be at least 0");
}

}  // namespace
}  // namespace elto
