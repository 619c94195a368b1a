// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/law_sensitivity.hpp"

#include "support/small_laws.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

const std::vector<LawCoefficient> kAsked = {{1, 0}, {4, 1}, {3, 0}};

Vector mean_after(LawModel model, double length, const LawCoefficient& one, double change) {
  model.law.coefficients(one.term, one.channel) += change;
  LawFilter filter(model);
  filter.belief.mean.head(2) << 0.8, -0.5;
  EXPECT_TRUE(filter.predict(length));
  return filter.belief.mean;
}

TEST(LawSensitivity, IsTheDerivativeByTheCoefficients) {
  const LawModel model = testing::quadratic_law();
  LawFilter filter(model, kAsked);
  filter.belief.mean.head(2) << 0.8, -0.5;
  LawSensitivity sensitivity(kAsked, model.states());
  ASSERT_TRUE(filter.predict(
      0.9, [&](const LawStep& part, const Vector&) { sensitivity.carry(part); }, true));
  constexpr double kChange = 1e-5;
  for (Index k = 0; k < 3; ++k) {
    const LawCoefficient one = kAsked[static_cast<std::size_t>(k)];
    const Vector difference =
        (mean_after(model, 0.9, one, kChange) - mean_after(model, 0.9, one, -kChange)) /
        (2.0 * kChange);
    EXPECT_LT((sensitivity.states.col(k) - difference).norm(), 1e-6);
  }
}

TEST(LawSensitivity, FollowsWhatAnEntryTeaches) {
  const LawModel model = testing::quadratic_law();
  LawSensitivity sensitivity(kAsked, model.states());
  sensitivity.states = Matrix::Random(model.states(), 3);
  const Matrix before = sensitivity.states;
  const LawEntry entry{.gain = Vector::LinSpaced(model.states(), 0.1, 0.4)};
  const Vector seen = sensitivity.take(1, entry);
  EXPECT_EQ(seen, before.row(1).transpose());
  const Matrix kept = Matrix::Identity(4, 4) - entry.gain * RowVector::Unit(4, 1);
  EXPECT_LT((sensitivity.states - kept * before).norm(), 1e-12);
}

}  // namespace
}  // namespace elto
