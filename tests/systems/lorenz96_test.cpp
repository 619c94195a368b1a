// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/lorenz96.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Simulation simulated96(const Lorenz96Options& options, std::uint32_t seed = 1) {
  Rng rng(seed);
  return lorenz96(options, rng);
}

TEST(Lorenz96, IsStandardised) {
  const Matrix truth = simulated96({.rows = 500, .dimension = 7}).truth;
  EXPECT_MATRIX_NEAR(truth.colwise().mean(), RowVector::Zero(7), 1e-12);
  EXPECT_MATRIX_NEAR(truth.colwise().squaredNorm() / 500.0, RowVector::Ones(7), 1e-12);
}

TEST(Lorenz96, HasTheNoiseAskedFor) {
  const Simulation made = simulated96({.rows = 5000, .dimension = 5, .noise = 0.5});
  const Matrix noise = made.observed.values - made.truth;
  EXPECT_NEAR(noise.squaredNorm() / 25000.0, 0.25, 0.01);
  EXPECT_EQ(made.observed.channels.back(), "x4");
  EXPECT_DOUBLE_EQ(made.observed.time.values[3], 0.03);
}

// The truth does not depend on the seed, the noise does.
TEST(Lorenz96, TheSameSeedGivesTheSameSeries) {
  EXPECT_MATRIX_EQ(simulated96({}).observed.values, simulated96({}).observed.values);
  EXPECT_MATRIX_EQ(simulated96({}, 1).truth, simulated96({}, 2).truth);
  EXPECT_NE(simulated96({}, 1).observed.values, simulated96({}, 2).observed.values);
  EXPECT_NE(simulated96({.start = Lorenz96Start::random}, 1).truth,
            simulated96({.start = Lorenz96Start::random}, 2).truth);
}

// Rows five times as far apart are every fifth row: the steps of the integrator are the same.
TEST(Lorenz96, LongerStepsSkipRows) {
  const Matrix fine = simulated96({.rows = 201, .noise = 0.0}).truth;
  const Matrix coarse = simulated96({.rows = 41, .time_step = 0.05, .noise = 0.0}).truth;
  Matrix skipped = fine(Eigen::seqN(0, 41, 5), Eigen::all);
  skipped.rowwise() -= skipped.colwise().mean().eval();
  const RowVector scale = (skipped.colwise().squaredNorm() / 41.0).cwiseSqrt();
  skipped.array().rowwise() /= scale.array();
  EXPECT_MATRIX_NEAR(coarse, skipped, 1e-9);
}

// From the usual start a disturbance needs time to travel around a large ring.
TEST(Lorenz96, ComponentsThatTheDisturbanceHasNotReachedAreAtRest) {
  Rng rng(1);
  const Simulation wide = lorenz96({.rows = 50, .dimension = 1000, .noise = 0.1}, rng);
  EXPECT_LT(wide.truth.col(600).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_FALSE(wide.observed.values.hasNaN());
}

TEST(Lorenz96, ARandomStartSetsEveryComponentInMotion) {
  const Matrix far =
      simulated96({.rows = 100, .dimension = 200, .start = Lorenz96Start::random}).truth;
  EXPECT_TRUE(far.allFinite());
}

TEST(Lorenz96, SaysWhatIsWrong) {
  EXPECT_REFUSED(simulated96({.dimension = 3}), "dimension: must be at least 4, got 3");
  EXPECT_REFUSED(simulated96({.time_step = 1.0}), "time_step: must be in (0, 0.1], got 1");
  EXPECT_REFUSED(simulated96({.noise = -1.0}), "noise: must be at least 0");
  EXPECT_REFUSED(simulated96({.rows = 1}), "rows: must be at least 2");
}

}  // namespace
}  // namespace elto
