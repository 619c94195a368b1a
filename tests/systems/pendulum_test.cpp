// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/pendulum.hpp"

#include <cmath>
#include <numbers>

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(Pendulum, StartsWhereThePaperSays) {
  Rng rng(1);
  double largest = 0.0;
  for (int episode = 0; episode < 200; ++episode) {
    const double start = pendulum({.rows = 1}, rng).truth(0, 0);
    largest = std::max(largest, std::abs(start));
  }
  EXPECT_LE(largest, std::numbers::pi / 4.0);
  EXPECT_GT(largest, 0.9 * std::numbers::pi / 4.0);
}

// Friction takes the energy of an undisturbed pendulum: it comes to rest hanging, at pi.
TEST(Pendulum, ComesToRestHangingDown) {
  Rng rng(2);
  const Matrix truth = pendulum({.rows = 300, .process_noise = 0.0}, rng).truth;
  const double turns = (truth(299, 0) / std::numbers::pi - 1.0) / 2.0;
  EXPECT_NEAR(turns, std::round(turns), 1e-4);
}

// Around the rest position the period is that of q'' = -(g l m / I) q - q'.
TEST(Pendulum, SwingsWithThePeriodOfItsLinearForm) {
  Rng rng(2);
  const Matrix q = pendulum({.rows = 200, .process_noise = 0.0}, rng).truth;
  const double omega = std::sqrt(3.0 * 9.81 / 0.5 - 0.25);
  // x_{t+1} + e^-h x_{t-1} = 2 e^{-h/2} cos(omega h) x_t for a damped oscillation, h = 0.1
  const double rest =
      std::round((q(199, 0) / std::numbers::pi - 1.0) / 2.0) * 2.0 * std::numbers::pi +
      std::numbers::pi;
  const Vector x = q.col(0).array() - rest;
  const double c = 2.0 * std::exp(-0.05) * std::cos(omega * 0.1);
  for (Index t = 120; t < 140; ++t)
    EXPECT_NEAR(x[t + 1] + std::exp(-0.1) * x[t - 1], c * x[t],
                2e-3 * x.segment(119, 22).cwiseAbs().maxCoeff());
}

TEST(Pendulum, HasTheNoiseAskedFor) {
  Rng rng(3);
  const Simulation made = pendulum({.rows = 3000, .observation_noise = 0.1}, rng);
  EXPECT_NEAR((made.observed.values - made.truth).squaredNorm() / 3000.0, 0.01, 0.001);
  EXPECT_EQ(made.observed.channels, std::vector<std::string>{"angle"});
}

TEST(Pendulum, TheSameSeedGivesTheSameEpisode) {
  Rng a(4), b(4);
  EXPECT_MATRIX_EQ(pendulum({}, a).observed.values, pendulum({}, b).observed.values);
}

TEST(Pendulum, SaysWhatIsWrong) {
  Rng rng(1);
  EXPECT_REFUSED(pendulum({.rows = 0}, rng), "rows: must be at least 1");
  EXPECT_REFUSED(pendulum({.process_noise = -1.0}, rng), "process_noise: must be at least 0");
}

}  // namespace
}  // namespace elto
