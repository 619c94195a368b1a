// SPDX-License-Identifier: Apache-2.0
#include "elto/series/standardisation.hpp"

#include <cmath>

#include "elto/core/random.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

// Sequences of different lengths; channels of different units.
std::vector<Matrix> sequences() {
  Rng rng(1);
  std::vector<Matrix> made;
  for (const Index rows : {7, 50, 1}) {
    made.push_back(rng.normal(rows, 3) * Vector{{1e-3, 1.0, 1e6}}.asDiagonal());
    made.back().rowwise() += RowVector{{5.0, -2.0, 1e5}};
  }
  return made;
}

TEST(Standardisation, MeanZeroAndVarianceOneOverAllSequencesTogether) {
  const auto data = sequences();
  const Standardisation standardisation = standardisation_of(data);
  RowVector sum = RowVector::Zero(3), squares = RowVector::Zero(3);
  for (const Matrix& y : data) {
    const Matrix z = standardisation.apply(y);
    sum += z.colwise().sum();
    squares += z.colwise().squaredNorm();
  }
  EXPECT_MATRIX_NEAR(sum / 58.0, RowVector::Zero(3), 1e-12);
  EXPECT_MATRIX_NEAR(squares / 58.0, RowVector::Ones(3), 1e-12);
}

TEST(Standardisation, TakesThePopulationDeviation) {
  const Standardisation standardisation = standardisation_of({Matrix{{1.0}, {3.0}}});
  EXPECT_EQ(standardisation.offset[0], 2.0);
  EXPECT_EQ(standardisation.scale[0], 1.0);
  EXPECT_EQ(standardisation.dimension(), 1);
}

TEST(Standardisation, RefusesAConstantChannel) {
  Matrix y = sequences()[1];
  y.col(1).setConstant(0.25);
  EXPECT_REFUSED(standardisation_of({y}), "channel 1: must be varying, got the constant 0.25");
  EXPECT_REFUSED(standardisation_of({Matrix::Zero(9, 1)}), "got the constant 0");
}

// The naive mean of many equal numbers is off by far more than one rounding.
TEST(Standardisation, RefusesAConstantChannelOfAnySizeAndLength) {
  for (const double constant : {0.1, 1e9, 1e9 + 0.1, -1e9 / 3.0, 1e300 / 7.0, 1e-300})
    for (const Index rows : {2, 3, 1000, 300000})
      EXPECT_REFUSED(standardisation_of({Matrix::Constant(rows, 1, constant)}), "varying")
          << constant << " in " << rows << " rows";
}

TEST(Standardisation, RefusesAChannelThatVariesInItsLastDigitsOnly) {
  EXPECT_REFUSED(standardisation_of({Matrix{{0.3}, {0.1 + 0.2}, {0.3}}}), "varying");
}

TEST(Standardisation, TwoConstantsInTwoSequencesVary) {
  const Standardisation standardisation =
      standardisation_of({Matrix::Constant(5, 1, 2.0), Matrix::Constant(5, 1, 4.0)});
  EXPECT_DOUBLE_EQ(standardisation.offset[0], 3.0);
  EXPECT_DOUBLE_EQ(standardisation.scale[0], 1.0);
}

// 1e-4 is eight hundred roundings of 1e9: a small variation, but a real one.
TEST(Standardisation, AcceptsASmallRealVariationOnAHugeOffset) {
  const Matrix variation = 1e-4 * Rng(2).normal(100000, 1);
  const Matrix y = (variation.array() + 1e9).matrix();
  const Standardisation standardisation = standardisation_of({y});
  EXPECT_NEAR(standardisation.offset[0] - 1e9, 0.0, 1e-6);
  EXPECT_NEAR(standardisation.scale[0], 1e-4, 1e-6);
  EXPECT_NEAR(standardisation.apply(y).mean(), 0.0, 1e-3);  // the offset has no digits beyond
}

TEST(Standardisation, RefusesNothingToLearnFrom) {
  EXPECT_REFUSED(standardisation_of({}), "sequences: must be at least 1, not empty, got 0");
}

TEST(Standardisation, TheOneThatChangesNothing) {
  const Matrix y = sequences()[0];
  const Standardisation none = no_standardisation(3);
  EXPECT_MATRIX_EQ(none.apply(y), y);
}

}  // namespace
}  // namespace elto
