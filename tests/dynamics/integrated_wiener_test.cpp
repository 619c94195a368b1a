// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/integrated_wiener.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "support/linear_dynamics_laws.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

std::vector<IntegratedWiener> all_wieners() {
  std::vector<IntegratedWiener> list;
  for (Index order = 1; order <= 3; ++order)
    for (const double noise : {1e-12, 0.03, 1e6})
      for (const double level_noise : {0.0, 1e-9, 0.2})
        list.push_back({.order = order, .noise = noise, .level_noise = level_noise});
  return list;
}

TEST(IntegratedWiener, ObeysTheLaws) {
  for (const IntegratedWiener& one : all_wieners()) {
    SCOPED_TRACE(::testing::Message() << "order " << one.order << ", noise " << one.noise
                                      << ", of the level " << one.level_noise);
    Matrix density = Matrix::Zero(one.order, one.order);
    density(one.order - 1, one.order - 1) = one.noise;
    density(0, 0) += one.level_noise;
    testing::expect_laws(one, density);
  }
}

TEST(IntegratedWiener, IsATaylorPolynomialDrivenByNoise) {
  const Transition step = IntegratedWiener{.order = 3, .noise = 2.0}.transition(3.0);
  EXPECT_EQ(step.F, (Matrix{{1.0, 3.0, 4.5}, {0.0, 1.0, 3.0}, {0.0, 0.0, 1.0}}));
  const Matrix Q{{243.0 / 20.0, 81.0 / 8.0, 27.0 / 6.0},
                 {81.0 / 8.0, 27.0 / 3.0, 9.0 / 2.0},
                 {27.0 / 6.0, 9.0 / 2.0, 3.0}};
  EXPECT_LE((step.Q - 2.0 * Q).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(IntegratedWiener, IsRefusedByItsField) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(testing::refused(IntegratedWiener{}), "");
  for (const Index order : {-1, 0, 4})
    EXPECT_EQ(testing::refused(IntegratedWiener{.order = order}), "order");
  for (const double noise : {0.0, -1.0, kInfinite, std::nan("")})
    EXPECT_EQ(testing::refused(IntegratedWiener{.noise = noise}), "noise");
  for (const double noise : {-1.0, kInfinite, std::nan("")})
    EXPECT_EQ(testing::refused(IntegratedWiener{.level_noise = noise}), "level_noise");
}

}  // namespace
}  // namespace elto
