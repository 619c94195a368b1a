// SPDX-License-Identifier: Apache-2.0
#include "elto/diagnostics/whiteness.hpp"

#include "elto/core/random.hpp"

#include "support/unusual_numbers.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace elto {
namespace {

using testing::kMissing;

Vector white(Index rows, Rng& rng) {
  return rng.normal(rows, 1).col(0);
}

Vector autoregression(double a, Index rows, Rng& rng) {
  Vector x(rows);
  double state = 0.0;
  for (double& value : x) value = state = a * state + rng.normal();
  return x;
}

/// As textbooks have it: n (n + 2) sum r_k^2 / (n - k), by dense products with shifted copies.
double textbook_statistic(const Vector& series, Index lags) {
  const Index n = series.size();
  const Vector z = series.array() - series.mean();
  double sum = 0.0;
  for (Index k = 1; k <= lags; ++k) {
    Matrix shift = Matrix::Zero(n, n);
    shift.diagonal(k).setOnes();
    const double r = z.dot(shift * z) / z.squaredNorm();
    sum += r * r / static_cast<double>(n - k);
  }
  return static_cast<double>(n * (n + 2)) * sum;
}

template <class Draw>
double share_rejected(double level, int runs, const Draw& draw) {
  int rejected = 0;
  for (int run = 0; run < runs; ++run) rejected += whiteness(draw()).p_value < level;
  return static_cast<double>(rejected) / runs;
}

// Where all deviations are of one size, Q is that of the textbooks, less n / (n + 2): that factor
// is about the variance of correlations of normal noise.
TEST(Whiteness, OfEvenNoiseIsThatOfLjungAndBox) {
  Rng rng(1);
  for (const Index n : {20, 48, 100}) {
    Vector z(n);
    for (Index t = 0; t < n; ++t) z[t] = t % 2 == 0 ? 1.0 : -1.0;
    for (Index t = n - 1; t > 0; --t)  // shuffled, so that the mean stays 0
      std::swap(z[t], z[static_cast<Index>(rng.uniform() * static_cast<double>(t + 1))]);
    z = 3.0 + 2.0 * z.array();
    const Whiteness result = whiteness(z);
    EXPECT_EQ(result.lags, std::min<Index>(10, n / 5));
    const auto rows = static_cast<double>(n);
    EXPECT_NEAR(result.statistic, rows / (rows + 2.0) * textbook_statistic(z, result.lags),
                1e-9 * result.statistic);
    const boost::math::chi_squared distribution(static_cast<double>(result.lags));
    EXPECT_NEAR(result.p_value, 1.0 - cdf(distribution, result.statistic), 1e-12);
  }
  const Vector normal = white(2000, rng);
  const double textbook = textbook_statistic(normal, 10);
  EXPECT_NEAR(whiteness(normal).statistic, textbook, 0.1 * textbook);
}

// 1, 2, ..., 50 deviates from its mean by t - 25.5.
TEST(Whiteness, OfARampIsTheFormulaTermByTerm) {
  constexpr Index n = 50;
  const Vector ramp = Vector::LinSpaced(n, 1.0, n);
  double Q = 0.0;
  for (Index k = 1; k <= 10; ++k) {
    double products = 0.0, squares = 0.0;
    for (Index t = 1; t + k <= n; ++t) {
      const double a = static_cast<double>(t) - 25.5, b = static_cast<double>(t + k) - 25.5;
      products += a * b;
      squares += a * a * b * b;
    }
    Q += products * products / squares;
  }
  const Whiteness result = whiteness(ramp);
  EXPECT_EQ(result.lags, 10);
  EXPECT_NEAR(result.statistic, Q, 1e-9 * Q);
  EXPECT_EQ(result.strongest_lag, 1);
  EXPECT_GT(result.correlation, 0.9);
  EXPECT_TRUE(result.has_pattern());
}

TEST(Whiteness, RejectsWhiteNoiseAsOftenAsItSays) {
  Rng rng(2);
  for (const Index n : {25, 50, 200, 1000}) {
    const double share = share_rejected(0.05, 2000, [&] { return white(n, rng); });
    EXPECT_NEAR(share, 0.05, 0.02) << n;  // four standard deviations
  }
}

TEST(Whiteness, TakesNoiseThatComesAndGoesForWhite) {
  Rng rng(3);
  const auto uneven = [&] {
    Vector z = white(400, rng);
    z.tail(100) *= 4.0;
    z[17] = 60.0;
    return z;
  };
  EXPECT_LT(share_rejected(0.05, 1000, uneven), 0.07);
}

TEST(Whiteness, NearlyAlwaysRejectsAnAutoregression) {
  Rng rng(4);
  EXPECT_GT(share_rejected(0.01, 200, [&] { return autoregression(0.5, 200, rng); }), 0.98);
  EXPECT_GT(share_rejected(0.01, 200, [&] { return autoregression(-0.3, 500, rng); }), 0.98);
  const Whiteness result = whiteness(autoregression(-0.3, 5000, rng));
  EXPECT_EQ(result.strongest_lag, 1);
  EXPECT_NEAR(result.correlation, -0.3, 0.05);
}

TEST(Whiteness, DoesNotBridgeGaps) {
  Rng rng(5);
  const auto holed = [&](Vector z) {
    for (double& value : z)
      if (rng.uniform() < 0.3) value = kMissing;
    return z;
  };
  EXPECT_LT(share_rejected(0.05, 1000, [&] { return holed(white(200, rng)); }), 0.07);
  EXPECT_GT(share_rejected(0.01, 200, [&] { return holed(autoregression(0.5, 400, rng)); }), 0.95);
  Vector every_other = autoregression(0.9, 200, rng);
  for (Index t = 0; t < 200; t += 2) every_other[t] = kMissing;
  const Whiteness result = whiteness(every_other);
  EXPECT_EQ(result.lags, 5);  // 2, 4, ..., 10
  EXPECT_EQ(result.strongest_lag, 2);
}

TEST(Whiteness, IsUnknownForFewOrConstantValues) {
  Rng rng(6);
  for (const Vector& z : {white(10, rng), Vector(Vector::Zero(100)), Vector(0),
                          Vector(Vector::Constant(100, kMissing))}) {
    const Whiteness result = whiteness(z);
    EXPECT_EQ(result.lags, 0);
    EXPECT_TRUE(std::isnan(result.p_value));
    EXPECT_FALSE(result.has_pattern());
  }
}

TEST(Whiteness, AWeakPatternInManyRowsDoesNotMatter) {
  Rng rng(7);
  const Whiteness result = whiteness(autoregression(0.03, 50'000, rng));
  EXPECT_LT(result.p_value, 1e-3);
  EXPECT_FALSE(result.has_pattern());
}

RC_GTEST_PROP(Whiteness, IgnoresUnits, ()) {
  Rng rng(*rc::gen::arbitrary<std::uint32_t>());
  const Vector z = white(*rc::gen::inRange<Index>(12, 100), rng);
  const double scale = std::exp(10.0 * rng.uniform() - 5.0), offset = rng.normal();
  const Whiteness a = whiteness(z), b = whiteness(scale * z.array() + offset);
  RC_ASSERT(std::abs(a.statistic - b.statistic) <= 1e-6 * a.statistic);
  RC_ASSERT(a.p_value >= 0.0 && a.p_value <= 1.0);
}

}  // namespace
}  // namespace elto
