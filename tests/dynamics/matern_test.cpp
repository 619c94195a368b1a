// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/matern.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "support/linear_dynamics_laws.hpp"

#include <boost/math/special_functions/bessel.hpp>
#include <gtest/gtest.h>

namespace elto {
namespace {

std::vector<Matern> all_materns() {
  std::vector<Matern> list;
  for (Index order = 1; order <= 3; ++order)
    for (const double variance : {1e-12, 0.8, 1e6})
      for (const double length : {0.01, 4.0, 1e3})
        list.push_back({.order = order, .variance = variance, .length = length});
  return list;
}

double rate(const Matern& matern) {
  return std::sqrt(2.0 * static_cast<double>(matern.order) - 1.0) / matern.length;
}

/// cov(s(t), s(t + h)) of a stationary signal.
double covariance(const Matern& matern, double h) {
  return (matern.readout() * matern.transition(h).F * matern.initial())(0, 0);
}

TEST(Matern, ObeysTheLaws) {
  for (const Matern& one : all_materns()) {
    SCOPED_TRACE(::testing::Message() << "order " << one.order << ", variance " << one.variance
                                      << ", length " << one.length);
    testing::expect_semigroup(one);
    testing::expect_covariances(one);
    testing::expect_blocks(one);
    testing::expect_derivatives(one);
    testing::expect_round_trip(one);
    testing::expect_stationary(one, one.initial());
  }
}

TEST(Matern, AccumulatesTheNoiseThatDrivesIt) {
  const double factors[] = {2.0, 4.0, 16.0 / 3.0};
  for (const Matern& one : all_materns()) {
    if (one.length < 1.0) continue;  // a step of 20 would need more parts
    SCOPED_TRACE(::testing::Message() << "order " << one.order << ", length " << one.length);
    Matrix density = Matrix::Zero(one.order, one.order);
    density(one.order - 1, one.order - 1) =
        one.variance * factors[one.order - 1] *
        std::pow(rate(one), static_cast<double>(2 * one.order - 1));
    testing::expect_integral(one, density);
  }
}

/// variance 2^(1 - nu) / Gamma(nu) (sqrt(2 nu) h / length)^nu K_nu(...), and what it comes to where
/// nu is half an odd number.
TEST(Matern, HasItsCovariance) {
  for (const Matern& one : all_materns())
    for (const double h : {1e-6, 0.01, 0.5, 1.0, 7.0, 30.0}) {
      SCOPED_TRACE(::testing::Message()
                   << "order " << one.order << ", length " << one.length << ", lag " << h);
      const double r = rate(one) * h, nu = static_cast<double>(one.order) - 0.5;
      const double polynomial[] = {1.0, 1.0 + r, 1.0 + r + r * r / 3.0};
      const double closed = one.variance * polynomial[one.order - 1] * std::exp(-r);
      EXPECT_NEAR(covariance(one, h), closed, 1e-13 * one.variance);
      if (r > 600.0) continue;
      const double bessel = one.variance * std::pow(2.0, 1.0 - nu) / std::tgamma(nu) *
                            std::pow(r, nu) * boost::math::cyl_bessel_k(nu, r);
      EXPECT_NEAR(covariance(one, h), bessel, 1e-12 * one.variance);
    }
}

TEST(Matern, IsRefusedByItsField) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(testing::refused(Matern{}), "");
  for (const Index order : {-1, 0, 4}) EXPECT_EQ(testing::refused(Matern{.order = order}), "order");
  for (const double wrong : {0.0, -1.0, kInfinite, std::nan("")}) {
    EXPECT_EQ(testing::refused(Matern{.variance = wrong}), "variance");
    EXPECT_EQ(testing::refused(Matern{.length = wrong}), "length");
  }
}

}  // namespace
}  // namespace elto
