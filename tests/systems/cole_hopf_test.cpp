// SPDX-License-Identifier: Apache-2.0
#include "systems/cole_hopf.hpp"

#include <cmath>
#include <numbers>

#include "support/matrix_near.hpp"
#include "systems/ring_equation.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

// Moments of e^{-z^2}: a rule of n nodes is exact for polynomials up to 2 n - 1.
TEST(GaussHermite, IntegratesPolynomialsExactly) {
  const GaussHermite rule = gauss_hermite(20);
  double moment = std::sqrt(std::numbers::pi);
  for (int power = 0; power < 39; power += 2) {
    const double sum = (rule.weights.array() * rule.nodes.array().pow(power)).sum();
    EXPECT_NEAR(sum / moment, 1.0, 1e-12) << power;
    moment *= (power + 1) / 2.0;
  }
}

TEST(ColeHopf, StartsWithASine) {
  const Vector x = Vector::LinSpaced(11, -1.0, 1.0);
  EXPECT_MATRIX_NEAR(cole_hopf(x, Vector::Zero(1), 0.01).transpose(),
                     -(std::numbers::pi * x).array().sin().matrix(), 1e-15);
}

// The same equation by a quite different method; smooth enough here for 128 modes.
TEST(ColeHopf, AgreesWithFourierModes) {
  constexpr double nu = 0.05;
  const Vector x = -1.0 + Vector::LinSpaced(128, 0.0, 127.0).array() / 64.0;
  const Matrix modes =
      solve({2.0, [](double k) { return std::complex(-nu * k * k); }, [](double) { return 0.5; }},
            -(std::numbers::pi * x).array().sin(), {5, 0.2, 200});
  EXPECT_MATRIX_NEAR(cole_hopf(x, Vector::LinSpaced(5, 0.0, 0.8), nu), modes, 1e-8);
}

}  // namespace
}  // namespace elto
