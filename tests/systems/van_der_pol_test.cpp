// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/van_der_pol.hpp"

#include <cmath>
#include <numbers>

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Simulation simulate_van_der_pol_run(const VanDerPolOptions& options = {}, std::uint32_t seed = 1) {
  Rng rng(seed);
  return van_der_pol(options, rng);
}

TEST(VanDerPol, HasThisShape) {
  const Simulation simulation = simulate_van_der_pol_run();
  EXPECT_EQ(simulation.truth.rows(), 1200);
  EXPECT_EQ(simulation.observed.rows(), 1200);
  EXPECT_EQ(simulation.observed.channels, (std::vector<std::string>{"position", "velocity"}));
  EXPECT_MATRIX_EQ(simulation.truth.row(0), (RowVector{{2.0, 0.0}}));
}

TEST(VanDerPol, NoiseIsTheStreamOfTheGenerator) {
  const Simulation simulation = simulate_van_der_pol_run({.rows = 40, .noise = 0.5}, 3);
  EXPECT_MATRIX_EQ(simulation.observed.values, simulation.truth + 0.5 * Rng(3).normal(40, 2));
}

TEST(VanDerPol, IsTheSameForTheSameSeed) {
  const Simulation simulation = simulate_van_der_pol_run();
  EXPECT_MATRIX_NEAR(simulation.observed.values.row(0),
                     (RowVector{{2.487303609099, -0.183526924095}}), 1e-12);
  EXPECT_MATRIX_NEAR(simulation.truth.row(1199), (RowVector{{2.006461836956, -0.074235598758}}),
                     1e-9);
  EXPECT_MATRIX_EQ(simulate_van_der_pol_run({}, 2).truth, simulation.truth);
}

// The period of the limit cycle at mu = 1 and its amplitude are known: 6.6633 and 2.0086.
TEST(VanDerPol, RunsOnItsLimitCycle) {
  const Matrix truth = simulate_van_der_pol_run({.rows = 20000, .time_step = 0.01}).truth;
  EXPECT_NEAR(truth.col(0).tail(5000).maxCoeff(), 2.0086, 2e-3);
  std::vector<Index> upward;  // crossings of zero
  for (Index t = 1; t < truth.rows(); ++t)
    if (truth(t - 1, 0) < 0.0 && truth(t, 0) >= 0.0) upward.push_back(t);
  const double period = 0.01 * static_cast<double>(upward.back() - upward[1]) /
                        static_cast<double>(upward.size() - 2);
  EXPECT_NEAR(period, 6.6633, 2e-3);
}

TEST(VanDerPol, IsHarmonicWithoutDamping) {
  const Matrix truth = simulate_van_der_pol_run({.rows = 500, .mu = 0.0, .position = 1.0}).truth;
  for (Index t = 0; t < 500; ++t)
    EXPECT_NEAR(truth(t, 0), std::cos(0.1 * static_cast<double>(t)), 1e-3);
}

TEST(VanDerPol, RefusesBadOptions) {
  EXPECT_REFUSED(simulate_van_der_pol_run({.rows = 0}), "rows: must be at least 1, got 0");
  EXPECT_REFUSED(simulate_van_der_pol_run({.time_step = 0.0}),
                 "time_step: must be in (0, 1], got 0");
  EXPECT_REFUSED(simulate_van_der_pol_run({.mu = 11.0}), "mu: must be between 0 and 10, got 11");
  EXPECT_REFUSED(simulate_van_der_pol_run({.noise = -1.0}), "noise: must be at least 0");
  EXPECT_REFUSED(simulate_van_der_pol_run({.position = 20.0}),
                 "position: must be between -10 and 10");
  EXPECT_REFUSED(simulate_van_der_pol_run({.velocity = 20.0}),
                 "velocity: must be between -10 and 10");
}

}  // namespace
}  // namespace elto
