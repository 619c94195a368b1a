// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/equations_of_motion.hpp"

#include <cmath>

#include "elto/core/random.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

const EquationsOfMotion& lorenz() {
  static const EquationsOfMotion equations("x' = s (y - x); y' = x (r - z) - y; z' = x y - b z",
                                           "s = 10; r = 28; b = 8/3");
  return equations;
}

TEST(EquationsOfMotion, AreWhatIsWritten) {
  Rng rng(1);
  for (int i = 0; i < 20; ++i) {
    const Vector v = rng.normal(3, 1);
    EXPECT_MATRIX_NEAR(lorenz()(v),
                       (Vector{{10.0 * (v[1] - v[0]), v[0] * (28.0 - v[2]) - v[1],
                                v[0] * v[1] - 8.0 / 3.0 * v[2]}}),
                       1e-13);
  }
  EXPECT_EQ(lorenz().states(), (std::vector<std::string>{"x", "y", "z"}));
  EXPECT_EQ(lorenz().degree(), 2);
  EXPECT_FALSE(lorenz().is_driven() || lorenz().is_stochastic());
  EXPECT_EQ(lorenz().delay(), 0.0);
}

TEST(EquationsOfMotion, MayBeDrivenDelayedOrStochastic) {
  const EquationsOfMotion driven("x' = v; v' = -f; ", "w = 2; f = x + cos(w t)");
  EXPECT_TRUE(driven.is_driven());
  EXPECT_EQ(driven.degree(), std::nullopt);
  EXPECT_MATRIX_NEAR(driven(Vector{{0.5, 3.0}}, 0.7), (Vector{{3.0, -0.5 - std::cos(1.4)}}), 1e-15);
  const EquationsOfMotion delayed("x' = -x_tau", "tau = 3/2");
  EXPECT_EQ(delayed.delay(), 1.5);
  EXPECT_REFUSED(delayed(Vector{{1.0}}), "without a delay");
  const EquationsOfMotion stochastic("x' = -x + 2 xi");
  EXPECT_TRUE(stochastic.is_stochastic());
  EXPECT_EQ(stochastic.degree(), 1);
  EXPECT_EQ(stochastic(Vector{{1.0}})[0], -1.0);
}

TEST(EquationsOfMotion, HaveQuantities) {
  const Vector state{{1.0, 2.0, 3.0}};
  EXPECT_DOUBLE_EQ(lorenz().quantity("s x + y z")({.state = {state.data(), 3}}), 16.0);
}

TEST(EquationsOfMotion, RefuseWhatTheyCannotRead) {
  const auto read = [](std::string_view equations, std::string_view where = "") {
    return EquationsOfMotion(equations, where);
  };
  EXPECT_REFUSED(read("x' = y"), "known names in");
  EXPECT_REFUSED(read("x = 1"), "of states with a prime, got x");
  EXPECT_REFUSED(read("' = 1"), "of states with a prime");
  EXPECT_REFUSED(read("x' + 1"), "of the form name = formula");
  EXPECT_REFUSED(read("x' = 1; x' = 2"), "one for each state, got x");
  EXPECT_REFUSED(read("x' = a", "a = b; b = 1"), "got b");
  EXPECT_REFUSED(read("x' = x_tau"), "got tau");
  EXPECT_REFUSED(read("x' = x_tau", "tau = 0"), "tau: must be positive");
  EXPECT_REFUSED(read("x' = x_tau", "tau = x"), "tau: must be a number");
  EXPECT_REFUSED(lorenz()(Vector{{1.0}}), "state: must be of 3 entries, got 1");
}

}  // namespace
}  // namespace elto
