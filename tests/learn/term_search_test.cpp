// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/term_search.hpp"

#include <algorithm>
#include <cmath>

#include "elto/core/random.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

namespace elto {
namespace {

/// The evidence of a set, with dense matrices.
double evidence_of(const TermEvidence& all, const std::vector<char>& in, Vector* likeliest) {
  std::vector<Index> set;
  for (std::size_t k = 0; k < in.size(); ++k)
    if (in[k]) set.push_back(static_cast<Index>(k));
  if (likeliest) *likeliest = Vector::Zero(std::ssize(in));
  if (set.empty()) return 0.0;
  Matrix G = all.information(set, set);
  const Vector b = all.pull(set), A = all.precision(set);
  G.diagonal() += A;
  const Vector theta = G.inverse() * b;
  if (likeliest) (*likeliest)(set) = theta;
  return 0.5 * (b.dot(theta) - std::log(G.determinant()) + A.array().log().sum());
}

/// A regression on columns that are alike, most of which do not count.
TermEvidence regression(Rng& rng) {
  constexpr Index kTerms = 9, kRows = 40;
  Matrix X = rng.normal(kRows, kTerms);
  for (Index k = 1; k < kTerms; ++k) X.col(k) += 1.5 * X.col(k - 1);
  const Vector y = X.col(1) - 0.7 * X.col(4) + 0.5 * X.col(7) + rng.normal(kRows, 1);
  return {.information = X.transpose() * X,
          .pull = X.transpose() * y,
          .precision = Vector::Constant(kTerms, 0.01) + rng.uniform(kTerms, 1)};
}

TEST(TermSearch, EndsWhereNoTermCanComeGoOrChange) {
  Rng rng(1);
  for (int i = 0; i < 50; ++i) {
    const TermEvidence all = regression(rng);
    std::vector<char> start(9);
    for (char& one : start) one = rng.uniform() < 0.5;
    const TermSet found = search_terms(all, start);
    Vector likeliest;
    const double end = evidence_of(all, found.in, &likeliest);
    EXPECT_NEAR(found.gain, end - evidence_of(all, start, nullptr), 1e-9);
    EXPECT_LT((found.coefficients - likeliest).norm(), 1e-9);
    for (std::size_t one = 0; one < 9; ++one)
      for (std::size_t other = 0; other < 9; ++other) {
        std::vector<char> in = found.in;
        in[one] ^= 1;
        if (other != one && in[other] != found.in[one]) continue;
        if (other != one) in[other] ^= 1;
        EXPECT_LE(evidence_of(all, in, nullptr), end + 2e-3);
      }
  }
}

TEST(TermSearch, PassesOverATermThatOthersMakeUp) {
  const Matrix X{{1.0, 0.0, 1.0}, {0.0, 1.0, 1.0}, {1.0, 1.0, 2.0}};
  const TermEvidence all{.information = 1e12 * X.transpose() * X,
                         .pull = 1e12 * X.transpose() * Vector{{1.0, -1.0, 0.0}},
                         .precision = Vector::Ones(3)};
  const TermSet found = search_terms(all, {1, 1, 0});
  EXPECT_EQ(found.in, (std::vector<char>{1, 1, 0}));
  EXPECT_NEAR(found.coefficients[1], -1.0, 1e-9);
}

TEST(TermSearch, KeepsNothingWhereNothingCounts) {
  const TermEvidence all{.information = Matrix::Identity(4, 4),
                         .pull = Vector::Zero(4),
                         .precision = Vector::Constant(4, 0.1)};
  EXPECT_EQ(search_terms(all, {1, 0, 1, 1}).in, std::vector<char>(4, 0));
}

}  // namespace
}  // namespace elto
