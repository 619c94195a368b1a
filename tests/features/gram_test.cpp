// SPDX-License-Identifier: Apache-2.0
#include "elto/features/gram.hpp"

#include <cmath>

#include "elto/core/random.hpp"

#include "support/matrix_near.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

struct Cosine {
  double operator()(const RowView& x, const RowView& y) const { return std::cos(x[0] - y[0]); }
};
static_assert(KernelFunction<Cosine>);
static_assert(!KernelFunction<Rbf>);

TEST(Gram, HasOneRowPerPointOfTheFirstAndOneColumnPerPointOfTheSecond) {
  const Matrix X{{0.0}, {1.0}, {2.0}}, Y{{1.0}, {3.0}};
  EXPECT_MATRIX_EQ(gram(Linear{}, X, Y), (Matrix{{0.0, 0.0}, {1.0, 3.0}, {2.0, 6.0}}));
}

TEST(Gram, SymmetricFormEqualsTheRectangularOne) {
  Rng rng(1);
  for (const Index rows : {1, 2, 127, 128, 129, 300}) {
    const Matrix X = rng.normal(rows, 3);
    for (const Kernel& kernel : {Kernel(Rbf{}), Kernel(Linear{}), Kernel(Laplacian{})}) {
      const Matrix G = gram(kernel, X);
      EXPECT_MATRIX_EQ(G, G.transpose());
      EXPECT_MATRIX_NEAR(G, gram(kernel, X, X), 1e-15 * G.diagonal().maxCoeff());
    }
  }
}

TEST(Gram, OfNoPointsIsEmpty) {
  EXPECT_EQ(gram(Rbf{}, Matrix(0, 3), Matrix::Zero(2, 3)).cols(), 2);
  EXPECT_EQ(gram(Rbf{}, Matrix(0, 3)).size(), 0);
}

TEST(Gram, TakesAUsersKernelAsItIs) {
  Rng rng(2);
  const Matrix X = rng.normal(5, 2), Y = rng.normal(4, 2);
  const Matrix G = gram(Cosine{}, X, Y);
  for (Index i = 0; i < 5; ++i)
    for (Index j = 0; j < 4; ++j) EXPECT_EQ(G(i, j), std::cos(X(i, 0) - Y(j, 0)));
  EXPECT_MATRIX_EQ(gram(CustomKernel{Cosine{}}, X, Y), G);
}

TEST(Gram, TakesALambda) {
  const auto one = [](const RowView&, const RowView&) { return 1; };
  EXPECT_MATRIX_EQ(gram(one, Matrix::Zero(2, 1), Matrix::Zero(3, 1)), Matrix::Ones(2, 3));
}

TEST(GramTimes, EqualsTheProductAroundTheBlockSize) {
  Rng rng(3);
  const Matrix Y = rng.normal(40, 2), M = rng.normal(40, 3);
  for (const Index rows : {0, 1, 255, 256, 257, 511, 512, 513}) {
    const Matrix X = rng.normal(rows, 2);
    EXPECT_MATRIX_NEAR(gram_times(Rbf{}, X, Y, M), gram(Rbf{}, X, Y) * M, 1e-13);
  }
}

TEST(GramTimes, TakesManyColumnPoints) {
  Rng rng(4);
  const Matrix X = rng.normal(3, 2), Y = rng.normal(600, 2), M = rng.normal(600, 1);
  EXPECT_MATRIX_NEAR(gram_times(Matern52{}, X, Y, M), gram(Matern52{}, X, Y) * M, 1e-12);
}

}  // namespace
}  // namespace elto
