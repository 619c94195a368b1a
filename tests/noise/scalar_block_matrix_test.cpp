// SPDX-License-Identifier: Apache-2.0
#include "elto/noise/scalar_block_matrix.hpp"

#include <cmath>
#include <limits>

#include "elto/baselines/dense_filter.hpp"
#include "elto/core/error.hpp"
#include "elto/core/random.hpp"

#include "linalg/lapack.hpp"
#include "support/dense_algebra.hpp"
#include "support/matrix_near.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace elto {
namespace {

using testing::dense_inverse;

/// n in 1..40, k in 1..n, k dividing n or not; theta symmetric positive definite.
struct Sample {
  Index n, k;
  Matrix theta, other, vectors;

  static Sample arbitrary() {
    const Index n = *rc::gen::inRange<Index>(1, 41);
    const Index k = *rc::gen::inRange<Index>(1, n + 1);
    Rng rng(*rc::gen::arbitrary<std::uint32_t>());
    const Matrix root = rng.normal(k, k);
    const Matrix theta = root * root.transpose() + 0.1 * Matrix::Identity(k, k);
    return {n, k, theta, rng.normal(k, k), rng.normal(n, 3)};
  }
};

RC_GTEST_PROP(ScalarBlockMatrix, DenseViewIsTheDefinition, ()) {
  const Sample s = Sample::arbitrary();
  RC_ASSERT(ScalarBlockMatrix(s.n, s.other).dense() == dense_scalar_block(s.n, s.other));
}

RC_GTEST_PROP(ScalarBlockMatrix, AlgebraAgreesWithDenseAlgebra, ()) {
  const Sample s = Sample::arbitrary();
  const ScalarBlockMatrix A(s.n, s.theta), B(s.n, s.other);
  const Matrix a = dense_scalar_block(s.n, s.theta), b = dense_scalar_block(s.n, s.other);
  RC_ASSERT(testing::near(A * s.vectors, a * s.vectors, 1e-10));
  RC_ASSERT(testing::near((A * B).dense(), a * b, 1e-10));
  RC_ASSERT(testing::near((A * B * A).dense(), a * b * a, 1e-8));
  RC_ASSERT(testing::near(B.transpose().dense(), b.transpose(), 0.0));
  const Matrix inverse = dense_inverse(a);
  const double tolerance = 1e-11 * inverse.norm() * a.norm();
  RC_ASSERT(testing::near(A.inverse().dense(), inverse, tolerance * inverse.norm()));
  RC_ASSERT(testing::near(A.solve(s.vectors), inverse * s.vectors,
                          tolerance * inverse.norm() * s.vectors.norm()));
}

RC_GTEST_PROP(ScalarBlockMatrix, FactorsAgreeWithDenseOnes, ()) {
  const Sample s = Sample::arbitrary();
  const ScalarBlockMatrix A(s.n, s.theta);
  Matrix a = A.dense(), factor = a;
  RC_ASSERT(cholesky(factor));
  RC_ASSERT(testing::near(A.cholesky().dense(), factor, 1e-9));
  RC_ASSERT(std::abs(A.log_determinant() - 2.0 * factor.diagonal().array().log().sum()) < 1e-8);
  Vector values(s.n);
  RC_ASSERT(symmetric_eigen(a, values));
  RC_ASSERT(testing::near(A.eigenvalues(), values, 1e-9 * (1.0 + values[s.n - 1])));
}

// Proposition 1: L lower triangular with scalar blocks and non-zero diagonal makes L L^T symmetric,
// positive definite and scalar-block.
RC_GTEST_PROP(ScalarBlockMatrix, PropositionOne, ()) {
  const Sample s = Sample::arbitrary();
  Matrix l = s.other.triangularView<Eigen::Lower>();
  // Triangular matrices of plain random numbers are too ill-conditioned to tell zero from rounding.
  l.triangularView<Eigen::StrictlyLower>() *= 1.0 / static_cast<double>(s.k);
  for (double& entry : l.diagonal()) entry += std::copysign(0.05, entry);
  const Matrix L = dense_scalar_block(s.n, l);
  const Matrix A = L * L.transpose();
  RC_ASSERT(testing::near(A, A.transpose(), 1e-14));
  RC_ASSERT(testing::near(A, dense_scalar_block(s.n, l * l.transpose()), 1e-12));
  Matrix vectors = A;
  Vector values(s.n);
  RC_ASSERT(symmetric_eigen(vectors, values));
  RC_ASSERT(values[0] > 0.0);
}

RC_GTEST_PROP(ScalarBlockMatrix, AssignsSquaresAndTheirInverses, ()) {
  const Sample s = Sample::arbitrary();
  Matrix l = s.theta;
  RC_ASSERT(cholesky(l));
  ScalarBlockMatrix A(s.n, Matrix::Identity(s.k, s.k));
  A.assign_square(l);
  RC_ASSERT(testing::near(A.dense(), dense_scalar_block(s.n, s.theta), 1e-10));
  const Matrix inverse = dense_inverse(A.dense());
  A.assign_inverse_square(l);
  RC_ASSERT(testing::near(A.dense(), inverse, 1e-9 * (1.0 + inverse.squaredNorm())));
}

RC_GTEST_PROP(ScalarBlockMatrix, ProjectionAgreesWithTheDenseOne, ()) {
  const Sample s = Sample::arbitrary();
  const double threshold = 0.05;
  Matrix theta = block_means(s.vectors * s.vectors.transpose(), s.k);
  Matrix from_factors = Matrix::Zero(s.k, s.k);
  add_block_means(s.vectors, s.vectors, from_factors);
  RC_ASSERT(testing::near(from_factors, theta, 1e-10));
  rectify(theta, threshold);
  const Matrix expected = dense_projection(s.vectors * s.vectors.transpose(), s.k, threshold);
  RC_ASSERT(testing::near(theta, expected, 1e-10));
  RC_ASSERT(ScalarBlockMatrix(s.n, theta).eigenvalues()[0] >= threshold - 1e-12);
}

RC_GTEST_PROP(ScalarBlockMatrix, ProjectionKeepsWhatIsScalarBlockAlready, ()) {
  const Sample s = Sample::arbitrary();
  Matrix theta = block_means(dense_scalar_block(s.n, s.theta), s.k);
  RC_ASSERT(testing::near(theta, s.theta, 1e-12));
  rectify(theta, 0.01);  // below the smallest eigenvalue
  RC_ASSERT(testing::near(theta, s.theta, 1e-10));
}

RC_GTEST_PROP(ScalarBlockMatrix, EigenvalueBoundHolds, ()) {
  const Sample s = Sample::arbitrary();
  Matrix l = s.theta;
  RC_ASSERT(cholesky(l));
  const Vector values = ScalarBlockMatrix(s.n, s.theta).eigenvalues();
  RC_ASSERT(largest_eigenvalue_bound(l) >= values[s.n - 1] * (1.0 - 1e-12));
}

TEST(ScalarBlockMatrix, IsUnknownWhereItIsNotDefined) {
  // The leading entries of the factor exist, the others do not.
  const ScalarBlockMatrix indefinite(5, Matrix{{4.0, 6.0}, {6.0, 1.0}});
  EXPECT_TRUE(indefinite.cholesky().head().hasNaN());
  EXPECT_TRUE(std::isnan(indefinite.log_determinant()));
  const ScalarBlockMatrix singular(5, Matrix{{1.0, 2.0}, {2.0, 4.0}});
  EXPECT_TRUE(singular.inverse().head().hasNaN());
  Matrix unknown{{1.0, 0.0}, {0.0, std::numeric_limits<double>::quiet_NaN()}};
  EXPECT_TRUE(ScalarBlockMatrix(5, unknown).eigenvalues().hasNaN());
  rectify(unknown, 0.1);
  EXPECT_TRUE(unknown.array().isNaN().all());
}

TEST(ScalarBlockMatrix, RectifiesManyBlocks) {  // beyond the size that is solved on the stack
  const Matrix root = Rng(1).normal(50, 20);
  Matrix theta = root * root.transpose();
  rectify(theta, 0.5);
  EXPECT_NEAR(ScalarBlockMatrix(50, theta).eigenvalues()[0], 0.5, 1e-10);
}

TEST(ScalarBlockMatrix, EigenvalueBoundIsExactForMultiplesOfTheIdentity) {
  EXPECT_DOUBLE_EQ(largest_eigenvalue_bound(3.0 * Matrix::Identity(4, 4)), 9.0);
}

TEST(ScalarBlockMatrix, FirstBlocksAreLonger) {
  const BlockPartition partition{11, 4};
  EXPECT_EQ(partition.length(0), 3);
  EXPECT_EQ(partition.length(2), 3);
  EXPECT_EQ(partition.length(3), 2);
  EXPECT_EQ(partition.begin(3), 9);
  EXPECT_EQ(partition.shared_length(0, 3), 2);
}

TEST(ScalarBlockMatrix, RefusesMoreBlocksThanRows) {
  EXPECT_THROW(ScalarBlockMatrix(3, Matrix::Identity(4, 4)), InvalidArgument);
  EXPECT_THROW(ScalarBlockMatrix(3, Matrix(2, 1)), InvalidArgument);
  EXPECT_THROW(
      ScalarBlockMatrix(4, Matrix::Identity(2, 2)) * ScalarBlockMatrix(4, Matrix::Identity(4, 4)),
      InvalidArgument);
}

}  // namespace
}  // namespace elto
