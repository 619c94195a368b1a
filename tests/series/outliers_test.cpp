// SPDX-License-Identifier: Apache-2.0
#include "elto/series/outliers.hpp"

#include <cmath>
#include <limits>

#include "elto/core/random.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

Matrix noisy_sine(Index rows) {
  Matrix y = 0.1 * Rng(1).normal(rows, 1);
  for (Index t = 0; t < rows; ++t) y(t, 0) += std::sin(0.2 * static_cast<double>(t));
  return y;
}

Index missing(const Matrix& rows) {
  return rows.array().isNaN().count();
}

TEST(Outliers, AreTakenOut) {
  Matrix y = noisy_sine(500);
  for (Index t = 10; t < 500; t += 20) y(t, 0) += 2.0;
  const Matrix kept = without_outliers(y);
  for (Index t = 10; t < 500; t += 20) EXPECT_TRUE(std::isnan(kept(t, 0))) << t;
  EXPECT_EQ(missing(kept), 25);
}

TEST(Outliers, AreNotFoundInNoiseStepsAndRamps) {
  EXPECT_EQ(missing(without_outliers(Rng(2).normal(5000, 1))), 0);
  EXPECT_EQ(missing(without_outliers(noisy_sine(1000))), 0);
  Matrix step = 0.1 * Rng(3).normal(400, 1);
  step.bottomRows(200).array() += 50.0;
  EXPECT_EQ(missing(without_outliers(step)), 0);
}

TEST(Outliers, AreNotFoundInAChannelThatMostlyRepeatsItself) {
  Matrix y = Matrix::Ones(50, 1);
  y(20, 0) = 5.0;
  EXPECT_EQ(missing(without_outliers(y)), 0);
}

TEST(Outliers, WhatIsMissingStaysSo) {
  Matrix y = noisy_sine(100);
  y.middleRows(30, 12).setConstant(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(missing(without_outliers(y)), 12);
}

}  // namespace
}  // namespace elto
