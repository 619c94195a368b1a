// SPDX-License-Identifier: Apache-2.0
#include "elto/filter/law_outliers.hpp"

#include <cmath>

#include "elto/core/random.hpp"
#include "elto/dynamics/first_order_lag.hpp"

#include "support/small_laws.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Rows slow_rows(Rng& rng) {
  Rows rows{.times = Vector::LinSpaced(200, 0.0, 199.0), .values = Matrix(200, 2)};
  for (Index t = 0; t < 200; ++t)
    rows.values.row(t) << std::sin(0.05 * rows.times[t]), std::cos(0.05 * rows.times[t]);
  rows.values += 0.3 * rng.normal(200, 2);
  return rows;
}

Mask none() {
  return Mask::Constant(200, 2, false);
}

TEST(LawOutliers, AreFoundAndNothingElse) {
  Rng rng(1);
  const LawModel model = testing::no_law(2);
  Rows rows = slow_rows(rng);
  EXPECT_EQ(find_law_outliers(model, rows, none()).count(), 0);
  Mask expected = none();
  for (const auto& [t, j] : {std::pair{20, 0}, {21, 1}, {90, 0}, {199, 1}}) {
    rows.values(t, j) += 6.0;
    expected(t, j) = true;
  }
  EXPECT_TRUE((find_law_outliers(model, rows, none()) == expected).all());
}

TEST(LawOutliers, AreTheSameForAnyNumberOfThreads) {
  Rng rng(5);
  const LawModel model = testing::no_law(2);
  Rows rows{.times = Vector::LinSpaced(9000, 0.0, 8999.0), .values = 0.3 * rng.normal(9000, 2)};
  Mask expected = Mask::Constant(9000, 2, false);
  for (const Index t : {10, 3500, 3700, 4000, 8990}) {
    rows.values(t, 1) += 6.0;
    expected(t, 1) = true;
  }
  const Mask nothing = Mask::Constant(9000, 2, false);
  EXPECT_TRUE((find_law_outliers(model, rows, nothing, 1) == expected).all());
  EXPECT_TRUE((find_law_outliers(model, rows, nothing, 2) == expected).all());
}

TEST(LawOutliers, AreNotWhatInputsExplain) {
  Rng rng(6);
  const Index T = 9000;  // in several stretches
  const LawModel model = testing::driven_law(0.5, 2.0);
  Rows rows{.times = Vector::LinSpaced(T, 0.0, static_cast<double>(T - 1)),
            .values = 0.3 * rng.normal(T, 1),
            .inputs = Matrix::Zero(T, 1)};
  for (Index t = 0; t < T; t += 500) rows.inputs(t, 0) = 3.0;
  rows.values.col(0) += followed(rows.times, 4.0 * rows.inputs.col(0), 2.0) -
                        Vector(12.0 * (-0.5 * rows.times.array()).exp());  // it begins at rest
  Mask expected = Mask::Constant(T, 1, false);
  for (const Index t : {250, 3600, 8000}) {
    rows.values(t, 0) += 6.0;
    expected(t, 0) = true;
  }
  const Mask nothing = Mask::Constant(T, 1, false);
  EXPECT_TRUE((find_law_outliers(model, rows, nothing) == expected).all());
  rows.inputs.setZero();
  EXPECT_GT(find_law_outliers(model, rows, nothing).count(), expected.count());
}

TEST(LawOutliers, LetsThoseGoThatTheLawExplains) {
  Rng rng(2);
  Mask known = none();
  known(50, 0) = known(120, 1) = true;
  EXPECT_EQ(find_law_outliers(testing::no_law(2), slow_rows(rng), known).count(), 0);
}

TEST(LawOutliers, AreNoneWhereATenthWouldBe) {
  Rng rng(3);
  Rows rows = slow_rows(rng);
  for (Index t = 0; t < 200; t += 8) rows.values(t, 0) += t % 16 == 0 ? 6.0 : -6.0;
  EXPECT_EQ(find_law_outliers(testing::no_law(2), rows, none()).col(0).count(), 0);
}

TEST(LawOutliers, AreLeftOutOfTheRows) {
  Rng rng(4);
  const Rows rows = slow_rows(rng);
  Mask aside = none();
  aside(3, 1) = true;
  const Rows left = without(rows, aside);
  EXPECT_TRUE(std::isnan(left.values(3, 1)));
  EXPECT_EQ(left.values.array().isNaN().count(), 1);
}

}  // namespace
}  // namespace elto
