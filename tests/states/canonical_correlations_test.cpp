// SPDX-License-Identifier: Apache-2.0
#include "elto/states/canonical_correlations.hpp"

#include <cmath>

#include "elto/core/random.hpp"

#include "linalg/lapack.hpp"
#include "support/dense_algebra.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

using testing::product;

struct Covariances {
  Matrix pp, ff, fp;
};
Covariances covariances(const DelayWindows& windows, const Vector& z, double regularisation) {
  Matrix P = past_windows(windows, z), F = future_windows(windows, z);
  P.rowwise() -= P.colwise().mean().eval();
  F.rowwise() -= F.colwise().mean().eval();
  const auto N = static_cast<double>(P.rows()), h = static_cast<double>(P.cols());
  Covariances C{product(P.transpose(), P) / N, product(F.transpose(), F) / N,
                product(F.transpose(), P) / N};
  C.pp.diagonal().array() += regularisation * C.pp.trace() / h;
  C.ff.diagonal().array() += regularisation * C.ff.trace() / h;
  return C;
}

// Noise with some memory, so that the correlations are neither 0 nor 1 and well apart.
Vector coloured_noise(Index rows, std::uint32_t seed) {
  const Matrix noise = Rng(seed).normal(rows, 1);
  Vector z = noise;
  for (Index t = 2; t < rows; ++t) z[t] += 0.9 * z[t - 1] - 0.5 * z[t - 2];
  return z;
}

struct Case {
  std::vector<Index> lengths;
  Index window, dimension;
  double regularisation;
};
void PrintTo(const Case& c, std::ostream* out) {
  *out << c.lengths.size() << " sequences, window " << c.window << ", dimension " << c.dimension
       << ", regularisation " << c.regularisation;
}

class CanonicalCorrelationsOf : public ::testing::TestWithParam<Case> {
 protected:
  const Case c = GetParam();
  const DelayWindows windows = delay_windows(c.lengths, c.window);
  const Vector z = coloured_noise(60, 1);

  CanonicalCorrelations of(const Vector& series) const {
    return canonical_correlations(windows, series, c.dimension, c.regularisation);
  }
};
INSTANTIATE_TEST_SUITE_P(Windows, CanonicalCorrelationsOf,
                         ::testing::Values(Case{{60}, 1, 1, 1e-6}, Case{{60}, 2, 1, 1e-6},
                                           Case{{60}, 3, 2, 1e-6}, Case{{60}, 3, 3, 1e-2},
                                           Case{{60}, 5, 3, 0.5}, Case{{60}, 6, 6, 1e-6},
                                           Case{{25, 35}, 3, 2, 1e-6},
                                           Case{{20, 5, 35}, 4, 4, 1e-3}));

// Textbook: squared correlations are the eigenvalues of C_pp^-1 C_pf C_ff^-1 C_fp.
TEST_P(CanonicalCorrelationsOf, EqualThoseOfTheTextbook) {
  const Covariances C = covariances(windows, z, c.regularisation);
  const Matrix explained = product(C.fp.transpose(), testing::dense_solve(C.ff, C.fp));
  // C_pp^-1 times it has the eigenvalues of W^T explained W, where W W^T = C_pp^-1.
  Matrix W = testing::dense_inverse(C.pp);
  ASSERT_TRUE(cholesky(W));
  const Vector squares =
      testing::symmetric_eigenvalues(product(W.transpose(), product(explained, W)));
  const Vector expected = squares.reverse().head(c.dimension).cwiseSqrt();
  EXPECT_MATRIX_NEAR(of(z).correlations, expected, 1e-9);
}

// Rows b of the projection solve the generalised eigenproblem, and B C_pp B^T = diag(correlations):
// together they fix B up to signs.
TEST_P(CanonicalCorrelationsOf, ProjectionHoldsTheCanonicalDirections) {
  const auto [correlations, B, gradient] = of(z);
  const Covariances C = covariances(windows, z, c.regularisation);
  const Matrix explained = product(C.fp.transpose(), testing::dense_solve(C.ff, C.fp));
  const Matrix S = correlations.asDiagonal(), CB = product(C.pp, B.transpose());
  EXPECT_MATRIX_NEAR(product(explained, B.transpose()), product(CB, product(S, S)), 1e-10);
  EXPECT_MATRIX_NEAR(product(B, CB), S, 1e-10);
}

TEST_P(CanonicalCorrelationsOf, LieBetweenZeroAndOneDescending) {
  const Vector correlations = of(z).correlations;
  ASSERT_EQ(correlations.size(), c.dimension);
  EXPECT_LE(correlations[0], 1.0);
  EXPECT_GE(correlations[c.dimension - 1], 0.0);
  for (Index i = 1; i < c.dimension; ++i) EXPECT_GE(correlations[i - 1], correlations[i]);
}

TEST_P(CanonicalCorrelationsOf, GradientEqualsCentralDifferences) {
  const Vector gradient = of(z).gradient;
  ASSERT_EQ(gradient.size(), z.size());
  Vector differences(z.size());
  constexpr double kStep = 1e-5;
  for (Index t = 0; t < z.size(); ++t) {
    Vector ahead = z, behind = z;
    ahead[t] += kStep;
    behind[t] -= kStep;
    differences[t] = (of(ahead).correlations.sum() - of(behind).correlations.sum()) / (2.0 * kStep);
  }
  EXPECT_LT((gradient - differences).norm(), 1e-6 * gradient.norm());
}

TEST_P(CanonicalCorrelationsOf, IgnoreScaleAndShift) {
  const auto plain = of(z), moved = of(((-250.0 * z).array() + 30.0).matrix());
  EXPECT_MATRIX_NEAR(moved.correlations, plain.correlations, 1e-12);
  EXPECT_MATRIX_NEAR(-250.0 * moved.gradient, plain.gradient, 1e-11);
  // The same, to first order.
  EXPECT_NEAR(plain.gradient.sum(), 0.0, 1e-12);
  EXPECT_NEAR(plain.gradient.dot(z), 0.0, 1e-12);
}

TEST(CanonicalCorrelations, RowsOutsideEveryWindowHaveNoGradient) {
  const DelayWindows windows = delay_windows({4, 30}, 3);  // the first sequence is too short
  const auto result = canonical_correlations(windows, coloured_noise(34, 2), 2, 1e-6);
  EXPECT_MATRIX_EQ(result.gradient.head(4), Vector::Zero(4));
  EXPECT_GT(result.gradient.tail(30).norm(), 0.0);
}

TEST(CanonicalCorrelations, ASineIsPredictableFromTwoOfItsValues) {
  const Vector z = Vector::LinSpaced(200, 0.0, 40.0).array().sin();
  const auto result = canonical_correlations(delay_windows({200}, 4), z, 3, 1e-9);
  EXPECT_GT(result.correlations[1], 1.0 - 1e-6);
  EXPECT_LT(result.correlations[2], 1e-3);  // there is no third direction
}

TEST(CanonicalCorrelations, WhiteNoiseHasNone) {
  const Vector z = Rng(3).normal(20000, 1);
  const auto result = canonical_correlations(delay_windows({20000}, 3), z, 3, 1e-6);
  EXPECT_LT(result.correlations[0], 0.03);  // about four standard errors
}

}  // namespace
}  // namespace elto
