// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/law_terms.hpp"

#include <cmath>

#include "elto/core/error.hpp"
#include "elto/core/random.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

LawTerms cubic_with_bumps() {
  return LawTerms(2, monomials(2, 0, 3), Matrix{{0.5, -1.0}, {2.0, 0.3}}, Vector{{0.7, 1.5}});
}

TEST(LawTerms, AreProductsAndBumps) {
  const LawTerms terms = cubic_with_bumps();
  const double x = 1.2, y = -0.7;
  Vector values(terms.count());
  Matrix gradients(2, terms.count());
  terms.evaluate(Vector{{x, y}}.data(), values.data(), gradients.data());
  const Vector products{
      {1.0, x, y, x * x, x * y, y * y, x * x * x, x * x * y, x * y * y, y * y * y}};
  ASSERT_EQ(terms.monomial_count(), products.size());
  EXPECT_LT((values.head(products.size()) - products).cwiseAbs().maxCoeff(), 1e-15);
  const double away = std::pow((x - 2.0) / 0.7, 2) + std::pow((y - 0.3) / 1.5, 2);
  EXPECT_NEAR(values[products.size() + 1], std::exp(-0.5 * away), 1e-15);
}

TEST(LawTerms, GradientsAreThoseOfDifferences) {
  const LawTerms terms = cubic_with_bumps();
  Rng rng(3);
  constexpr double kStep = 1e-5;
  for (int i = 0; i < 10; ++i) {
    const Vector x = rng.normal(2, 1);
    Vector values(terms.count()), above(terms.count()), below(terms.count());
    Matrix gradients(2, terms.count()), ignored(2, terms.count());
    terms.evaluate(x.data(), values.data(), gradients.data());
    for (Index k = 0; k < 2; ++k) {
      Vector there = x;
      there[k] = x[k] + kStep;
      terms.evaluate(there.data(), above.data(), ignored.data());
      there[k] = x[k] - kStep;
      terms.evaluate(there.data(), below.data(), ignored.data());
      const Vector slopes = (above - below) / (2.0 * kStep);
      EXPECT_LT((slopes - gradients.row(k).transpose()).cwiseAbs().maxCoeff(), 1e-7);
    }
  }
}

TEST(LawTerms, AreTheSameWithoutTheOthers) {
  const LawTerms terms = cubic_with_bumps();
  const std::vector<Index> some = terms.with_factors({8, 11});  // x y^2 and a bump
  EXPECT_EQ(some, (std::vector<Index>{0, 1, 4, 8, 11}));
  const Vector x{{1.2, -0.7}};
  Vector all(terms.count()), few = Vector::Zero(terms.count());
  Matrix by_all(2, terms.count()), by_few = Matrix::Zero(2, terms.count());
  terms.evaluate(x.data(), all.data(), by_all.data());
  terms.evaluate(some, x.data(), few.data(), by_few.data());
  for (const Index term : some) {
    EXPECT_EQ(few[term], all[term]);
    EXPECT_EQ(by_few.col(term), by_all.col(term));
  }
  EXPECT_EQ(few[2], 0.0);
}

TEST(LawTerms, HaveNames) {
  const LawTerms terms = cubic_with_bumps();
  EXPECT_EQ(terms.name(0, {"x", "y"}), "1");
  EXPECT_EQ(terms.name(7, {"x", "y"}), "x^2 y");
  EXPECT_EQ(terms.name(10, {"x", "y"}), "bump at (0.5, -1)");
}

TEST(LawTerms, RefuseWhatCannotBeBuiltUp) {
  EXPECT_THROW(LawTerms(1, {{0, 0}}), InvalidArgument);
  EXPECT_THROW(LawTerms(1, {{}, {1}}), InvalidArgument);
  EXPECT_THROW(LawTerms(1, {{}}, Matrix(1, 1), Vector::Zero(1)), InvalidArgument);
  EXPECT_THROW(LawTerms(2, {{}}, Matrix(1, 1), Vector::Ones(2)), InvalidArgument);
}

}  // namespace
}  // namespace elto
