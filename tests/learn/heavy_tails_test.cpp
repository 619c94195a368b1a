// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/heavy_tails.hpp"

#include <cmath>

#include "elto/core/random.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Vector normals(Index count, Rng& rng) {
  Vector z(count);
  for (double& one : z) one = rng.normal();
  return z;
}

TEST(HeavyTails, DensitiesIntegrateToOne) {
  for (const double degrees : {3.0, 10.0, std::numeric_limits<double>::infinity()}) {
    const Tails tails{.degrees = degrees, .scale = 0.7};
    double sum = 0.0;
    for (double z = -400.0; z <= 400.0; z += 0.01) sum += 0.01 * std::exp(tails.log_density(z));
    EXPECT_NEAR(sum, 1.0, 1e-6);  // the trapezoidal rule, and the tails beyond
  }
}

TEST(HeavyTails, NormalDeviationsHaveNone) {
  Rng rng(1000);
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(std::isinf(fit_tails(normals(500, rng)).degrees));
}

TEST(HeavyTails, StudentsDeviationsHave) {
  Rng rng(1000);
  for (int i = 0; i < 10; ++i) {
    Vector z = normals(500, rng);
    for (double& one : z) {
      const Vector chi = normals(3, rng);
      one /= std::sqrt(chi.squaredNorm() / 3.0);
    }
    const Tails tails = fit_tails(z);
    EXPECT_LE(tails.degrees, 6.0);
    EXPECT_NEAR(tails.scale, 1.0, 0.25);
  }
}

TEST(HeavyTails, MissingAndFewDeviationsSayNothing) {
  EXPECT_TRUE(std::isinf(fit_tails(Vector::Constant(50, std::nan(""))).degrees));
  EXPECT_TRUE(std::isinf(fit_tails(Vector{{0.1, 50.0}}).degrees));
  EXPECT_TRUE(std::isfinite(fit_tails(Vector::Zero(50)).scale));
}

}  // namespace
}  // namespace elto
