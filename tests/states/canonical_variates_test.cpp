// SPDX-License-Identifier: Apache-2.0
#include "elto/states/canonical_variates.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "elto/core/random.hpp"

#include "support/error_message.hpp"
#include "support/matrix_near.hpp"
#include "support/unusual_numbers.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::kMissing;

/// Latent oscillators seen through many channels, with noise.
struct Hidden {
  Matrix latent, rows;
};

Hidden oscillators(Index T, Index D, double noise) {
  Rng rng(3);
  Matrix z(T, 4);
  for (Index t = 0; t < T; ++t) {
    const auto time = static_cast<double>(t);
    z.row(t) << std::sin(0.1 * time), std::cos(0.1 * time), std::sin(0.23 * time),
        std::cos(0.23 * time);
  }
  const Matrix seen = z * rng.normal(4, D);
  return {z, seen + noise * rng.normal(T, D)};
}

/// The share of the variance of Y that a linear function of X explains.
double explained(const Matrix& X, const Matrix& Y) {
  const Matrix b = (X.transpose() * X).ldlt().solve(X.transpose() * Y);
  return 1.0 - (Y - X * b).squaredNorm() / Y.squaredNorm();
}

TEST(CanonicalVariates, FindsAsManyDirectionsAsThereAre) {
  const Hidden hidden = oscillators(800, 30, 0.5);
  const CanonicalVariates found =
      canonical_variates({hidden.rows}, RowVector::Constant(30, 0.25), {.window = 1});
  ASSERT_EQ(found.dimension(), 4);
  EXPECT_GT(found.correlations.minCoeff(), 0.8);
  EXPECT_GT(explained(found.of(hidden.rows), hidden.latent), 0.95);
}

TEST(CanonicalVariates, FindsNothingInNoise) {
  const Matrix noise = Rng(1).normal(600, 8);
  // As if nobody knew that it is noise.
  EXPECT_EQ(canonical_variates({noise}, RowVector::Constant(8, 1e-3)).dimension(), 0);
  EXPECT_EQ(canonical_variates({noise}, RowVector::Constant(8, 1.5)).dimension(), 0);
}

/// With windows of one row, r^2 are the eigenvalues of S_pp^-1 S_pf S_ff^-1 S_fp.
TEST(CanonicalVariates, AreThoseOfTheTextbook) {
  Rng rng(5);
  Matrix rows(400, 3);
  rows.row(0).setZero();
  const Matrix law{{0.9, 0.2, 0.0}, {-0.2, 0.8, 0.1}, {0.0, 0.0, 0.7}};
  for (Index t = 1; t < 400; ++t) rows.row(t) = rows.row(t - 1) * law + rng.normal(1, 3);
  const CanonicalVariates found =
      canonical_variates({rows}, RowVector::Constant(3, 1e-9), {.window = 1});
  Matrix P = rows.topRows(399), F = rows.bottomRows(399);
  P.rowwise() -= P.colwise().mean().eval();
  F.rowwise() -= F.colwise().mean().eval();
  const Matrix S = (P.transpose() * P).ldlt().solve(P.transpose() * F) *
                   (F.transpose() * F).ldlt().solve(F.transpose() * P);
  Vector squares = S.eigenvalues().real();
  std::sort(squares.begin(), squares.end(), std::greater<>());
  ASSERT_EQ(found.dimension(), 3);
  EXPECT_MATRIX_NEAR(found.correlations, squares.cwiseSqrt(), 1e-10);
  // They are uncorrelated and of variance 1.
  Matrix z = found.of(rows).topRows(399);
  z.rowwise() -= z.colwise().mean().eval();
  EXPECT_MATRIX_NEAR(z.transpose() * z / 399.0, Matrix::Identity(3, 3), 1e-10);
}

TEST(CanonicalVariates, UseWindowsThatAreKnown) {
  Hidden hidden = oscillators(600, 10, 0.3);
  const RowVector noise = RowVector::Constant(10, 0.09);
  const CanonicalVariates whole = canonical_variates({hidden.rows}, noise);
  const Matrix z = whole.of(hidden.rows);
  EXPECT_TRUE(z.row(0).array().isNaN().all());
  EXPECT_TRUE(z.bottomRows(599).allFinite());
  const CanonicalVariates parts =
      canonical_variates({hidden.rows.topRows(300), hidden.rows.bottomRows(300)}, noise);
  hidden.rows.row(300).setConstant(kMissing);
  const CanonicalVariates gap = canonical_variates({hidden.rows}, noise);
  EXPECT_EQ(parts.dimension(), whole.dimension());
  EXPECT_EQ(gap.dimension(), whole.dimension());
  EXPECT_TRUE(gap.of(hidden.rows).middleRows(300, 2).array().isNaN().all());
}

TEST(CanonicalVariates, SaysWhatIsWrong) {
  const RowVector noise = RowVector::Ones(2);
  EXPECT_REFUSED(canonical_variates({}, noise), "sequences: must be at least 1");
  EXPECT_REFUSED(canonical_variates({Matrix::Zero(9, 2)}, noise, {.window = 0}),
                 "window: must be at least 1");
  EXPECT_EQ(canonical_variates({Matrix::Zero(9, 2)}, noise).dimension(), 0);
}

}  // namespace
}  // namespace elto
