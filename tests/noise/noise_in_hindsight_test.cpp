// SPDX-License-Identifier: Apache-2.0
#include "elto/noise/noise_in_hindsight.hpp"

#include <cmath>

#include "elto/core/random.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/unusual_numbers.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kMissing;

/// The formula as it stands, with a sum over all rows for each.
Matrix by_definition(const Matrix& squares, const Matrix& before, double memory) {
  Matrix noise(squares.rows(), squares.cols());
  for (Index j = 0; j < squares.cols(); ++j)
    for (Index t = 0; t < squares.rows(); ++t) {
      double sum = before(t, j), weights = 1.0;
      for (Index s = 0; s < squares.rows(); ++s) {
        if (std::isnan(squares(s, j))) continue;
        const double weight = std::pow(memory, std::abs(static_cast<double>(t - s)));
        sum += weight * squares(s, j);
        weights += weight;
      }
      noise(t, j) = sum / weights;
    }
  return noise;
}

TEST(NoiseInHindsight, IsTheWeightedMeanOfItsDefinition) {
  Rng rng(1);
  Matrix squares = rng.normal(40, 3).cwiseAbs2();
  const Matrix before = rng.normal(40, 3).cwiseAbs2();
  for (const Index t : {0, 7, 8, 39}) squares(t, 1) = kMissing;
  squares.col(2).setConstant(kMissing);
  for (const double memory : {0.3, 0.9, 1.0})
    EXPECT_MATRIX_NEAR(noise_in_hindsight(squares, before, memory),
                       by_definition(squares, before, memory), 1e-13);
}

TEST(NoiseInHindsight, IsWhatWasBelievedWhereNothingIsKnown) {
  const Matrix before{{0.1, 0.2}, {0.3, 0.4}};
  EXPECT_MATRIX_EQ(noise_in_hindsight(Matrix::Constant(2, 2, kMissing), before, 0.9), before);
}

TEST(NoiseInHindsight, SeesAJumpFromBothSides) {
  // What is known of a row far from the jump comes from its own side.
  Matrix squares = Matrix::Ones(200, 1);
  squares.bottomRows(100).setConstant(9.0);
  const Matrix noise = noise_in_hindsight(squares, Matrix::Ones(200, 1), 0.9);
  EXPECT_NEAR(noise(50, 0), 1.0, 0.1);
  EXPECT_NEAR(noise(150, 0), 9.0, 0.5);
  EXPECT_NEAR(noise(99, 0) + noise(100, 0), 10.0, 0.5);  // half way, on both sides of it
}

TEST(NoiseInHindsight, RefusesWhatCannotBe) {
  const Matrix ones = Matrix::Ones(3, 2);
  EXPECT_REFUSED(noise_in_hindsight(ones, ones, 0.0), "memory: must be in (0, 1], got 0");
  EXPECT_REFUSED(noise_in_hindsight(ones, Matrix::Ones(2, 2), 0.9),
                 "before: must be of 3 x 2 numbers, got 2 x 2");
}

}  // namespace
}  // namespace elto
