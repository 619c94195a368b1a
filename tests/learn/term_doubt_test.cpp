// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/term_doubt.hpp"

#include <cmath>

#include "elto/core/random.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

namespace elto {
namespace {

/// Every set of terms, weighed by its evidence.
TermDoubt over_all_sets(const TermEvidence& all) {
  const Index K = all.pull.size();
  TermDoubt sum{
      .probability = Vector::Zero(K), .mean = Vector::Zero(K), .covariance = Matrix::Zero(K, K)};
  double total = 0.0;
  for (Index code = 0; code < Index{1} << K; ++code) {
    std::vector<Index> in;
    for (Index k = 0; k < K; ++k)
      if ((code >> k) & 1) in.push_back(k);
    Matrix G = all.information(in, in);
    const Vector A = all.precision(in), b = all.pull(in);
    G.diagonal() += A;
    const Matrix C = G.inverse();
    const Vector theta = C * b;
    const double weight =
        std::exp(0.5 * b.dot(theta)) * std::sqrt(A.array().prod() / G.determinant());
    total += weight;
    sum.probability(in).array() += weight;
    sum.mean(in) += weight * theta;
    sum.covariance(in, in) += weight * (C + theta * theta.transpose());
  }
  sum.probability /= total;
  sum.mean /= total;
  sum.covariance /= total;
  sum.covariance -= sum.mean * sum.mean.transpose();
  return sum;
}

TEST(TermDoubt, IsTheMeanOverAllSetsByTheirEvidence) {
  Rng rng(1);
  Matrix X = rng.normal(30, 6);
  X.col(3) += 2.0 * X.col(2);  // either could stand for the other
  const Vector y = X.col(0) + 0.25 * X.col(2) + 0.2 * X.col(5) + rng.normal(30, 1);
  const TermEvidence all{.information = X.transpose() * X,
                         .pull = X.transpose() * y,
                         .precision = Vector::Constant(6, 0.3)};
  const TermDoubt drawn = doubt_of_terms(all, {1, 0, 1, 0, 0, 0}), exact = over_all_sets(all);
  EXPECT_LT((drawn.probability - exact.probability).cwiseAbs().maxCoeff(), 0.1);
  EXPECT_LT((drawn.mean - exact.mean).norm(), 0.15 * exact.mean.norm());
  for (Index k = 0; k < 6; ++k)
    EXPECT_NEAR(drawn.covariance(k, k), exact.covariance(k, k), 0.3 * exact.covariance(k, k));
}

TEST(TermDoubt, LeavesOnlyTheCoefficientsWhereTermsAreClear) {
  const Vector b{{1000.0, 0.0}};
  const TermEvidence all{.information = 1000.0 * Matrix::Identity(2, 2),
                         .pull = b,
                         .precision = Vector::Constant(2, 1e-6)};
  const TermDoubt doubt = doubt_of_terms(all, {1, 0});
  EXPECT_DOUBLE_EQ(doubt.probability[0], 1.0);
  EXPECT_NEAR(doubt.covariance(0, 0), 1e-3, 1e-8);
  EXPECT_LT(doubt.covariance(1, 1), 1e-4);
}

}  // namespace
}  // namespace elto
