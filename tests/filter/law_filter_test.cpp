// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/law_filter.hpp"

#include <cmath>

#include "support/small_laws.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(LawFilter, TakesAnEntryAsTheTextbookSays) {
  const LawModel model = testing::quadratic_law();
  LawFilter filter(model);
  ASSERT_TRUE(filter.predict(0.7));
  const LawBelief before = filter.belief;
  const LawEntry expected = filter.expect(1, 0.4);
  LawEntry entry;
  ASSERT_TRUE(filter.take(1, 0.4, entry));
  const RowVector c = RowVector::Unit(4, 1);
  const double s = c * before.covariance * c.transpose() + model.noise[1];
  const Vector g = before.covariance * c.transpose() / s;
  EXPECT_NEAR(expected.variance, s, 1e-12);
  EXPECT_NEAR(entry.variance, s, 1e-12);
  EXPECT_EQ(entry.innovation, expected.innovation);
  EXPECT_LT((entry.gain - g).norm(), 1e-12);
  EXPECT_LT((filter.belief.mean - before.mean - g * entry.innovation).norm(), 1e-12);
  const Matrix P = (Matrix::Identity(4, 4) - g * c) * before.covariance;
  EXPECT_LT((filter.belief.covariance - P).norm(), 1e-12);
}

TEST(LawFilter, CutsAStepIntoPartsThatTheMotionAllows) {
  LawModel model = testing::quadratic_law();
  model.law.coefficients *= 3.0;
  model.noise.setConstant(1e-6);
  LawFilter filter(model), fine(model);
  for (LawFilter* one : {&filter, &fine}) one->belief.mean.head(2) << 0.8, -0.5;
  int parts = 0;
  double length = 0.0;
  ASSERT_TRUE(filter.predict(4.0, [&](const LawStep& part, const Vector&) {
    ++parts;
    length += part.length();
  }));
  EXPECT_GT(parts, 1);
  EXPECT_NEAR(length, 4.0, 1e-12);
  fine.belief.longest = 0.01;
  for (int i = 0; i < 400; ++i) {
    fine.belief.longest = 0.01;
    ASSERT_TRUE(fine.predict(0.01));
  }
  EXPECT_LT((filter.belief.mean - fine.belief.mean).norm(), 1e-4);  // 0.1 of the noise
  EXPECT_LT((filter.belief.covariance - fine.belief.covariance).norm(),
            1e-3 * fine.belief.covariance.norm());
}

TEST(LawFilter, SaysWhenTheMotionLeavesAllBounds) {
  LawModel model = testing::quadratic_law();
  model.law.coefficients.row(3).setConstant(5.0);
  LawFilter filter(model);
  filter.belief.mean.head(2).setConstant(3.0);
  EXPECT_FALSE(filter.predict(30.0));
}

}  // namespace
}  // namespace elto
