// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/test_function.hpp"

#include <cmath>

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

double factorial(Index n) {
  return std::tgamma(static_cast<double>(n) + 1.0);
}

// Numbers computed independently.
TEST(TestFunction, HasTheKnownWeights) {
  EXPECT_MATRIX_NEAR(quadrature_weights({4, 0}, 5).head(3),
                     Vector({{0.007697792659, 0.184604414683, 0.428093998016}}), 1e-11);
  EXPECT_MATRIX_NEAR(quadrature_weights({4, 1}, 5).head(3),
                     Vector({{0.079526289683, 0.653645833333, 0.0}}), 1e-11);
  EXPECT_MATRIX_NEAR(quadrature_weights({4, 2}, 5).head(3),
                     Vector({{0.6328125, 0.734375, -2.734375}}), 1e-11);
  EXPECT_MATRIX_NEAR(
      quadrature_weights({4, 0}, 10).head(5),
      Vector({{0.000208094541, 0.008949763371, 0.054620285458, 0.13745399778, 0.205117065199}}),
      1e-11);
}

TEST(TestFunction, WeightsAreSymmetricOrAntisymmetric) {
  for (const Index p : {1, 4, 7})
    for (Index d = 0; d <= p; ++d)
      for (const Index n : {2, 5, 26}) {
        const Vector w = quadrature_weights({p, d}, n);
        const double sign = d % 2 == 0 ? 1.0 : -1.0;
        EXPECT_MATRIX_NEAR(w.reverse(), sign * w, 1e-11 * w.cwiseAbs().maxCoeff()) << p << d << n;
      }
}

// The integral of phi is 2^{2p+1} p!^2 / (2p+1)!; those of its derivatives are 0 until the last.
TEST(TestFunction, WeightsSumToTheIntegral) {
  for (const Index p : {2, 4, 6}) {
    const double whole =
        std::pow(2.0, 2 * p + 1) * std::pow(factorial(p), 2) / factorial(2 * p + 1);
    EXPECT_NEAR(quadrature_weights({p, 0}, 13).sum(), whole, 1e-13);
    for (Index d = 1; d <= p; ++d) EXPECT_NEAR(quadrature_weights({p, d}, 13).sum(), 0.0, 1e-10);
  }
}

// The oracle: the integral of phi^(d) times a broken line, by many midpoints.
TEST(TestFunction, IntegratesBrokenLinesExactly) {
  const Index n = 7, fine = 60000;
  const Vector f = Vector({{0.3, -1.0, 0.4, 2.0, 0.1, -0.7, 0.2}});
  const double h = 2.0 / static_cast<double>(n - 1);
  const auto second = [](double s) {  // of (1 - s^2)^3
    const double q = 1.0 - s * s;
    return -6.0 * q * q + 24.0 * s * s * q;
  };
  double sum = 0.0;
  for (Index i = 0; i < fine; ++i) {
    const double s = -1.0 + 2.0 * (static_cast<double>(i) + 0.5) / static_cast<double>(fine);
    const auto cell = static_cast<Index>((s + 1.0) / h);
    const double part = (s + 1.0) / h - static_cast<double>(cell);
    sum += second(s) * ((1.0 - part) * f[cell] + part * f[cell + 1]);
  }
  EXPECT_NEAR(quadrature_weights({3, 2}, n).dot(f), sum * 2.0 / static_cast<double>(fine), 1e-7);
}

TEST(TestFunction, SaysWhatIsWrong) {
  EXPECT_REFUSED(quadrature_weights({4, 0}, 1), "nodes: must be at least 2, got 1");
  EXPECT_REFUSED(quadrature_weights({2, 3}, 5), "power: must be at least the derivative, 3, got 2");
}

}  // namespace
}  // namespace elto
