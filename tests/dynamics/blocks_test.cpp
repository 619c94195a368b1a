// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/blocks.hpp"

#include "elto/core/random.hpp"

#include <gtest/gtest.h>

namespace elto {
namespace {

TEST(Blocks, AreProductsOfDenseMatrices) {
  const std::vector<Index> sizes{2, 1, 3, 5};
  Blocks blocks(sizes);
  ASSERT_EQ(blocks.states(), 11);
  Rng rng(1);
  Matrix G = Matrix::Zero(11, 11), Q = Matrix::Zero(11, 11);
  for (std::size_t b = 0; b < blocks.count(); ++b) {
    EXPECT_EQ(blocks.end(b) - blocks.begin(b), sizes[b]);
    const Index at = blocks.begin(b), size = sizes[b];
    G.block(at, at, size, size) = rng.normal(size, size);
    Q.block(at, at, size, size) = rng.normal(size, size);
  }
  const Matrix root = rng.normal(11, 11), A = root * root.transpose();
  Vector x = rng.normal(11, 1);
  const Vector moved = G * x;
  blocks.multiply(G.data(), x.data());
  EXPECT_LT((x - moved).cwiseAbs().maxCoeff(), 1e-13);
  Matrix B = A;
  blocks.transform(G.data(), B.data());
  EXPECT_LT((B - G * A * G.transpose()).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_EQ(B, Matrix(B.transpose()));
  const Matrix sum = B + Q;
  blocks.add(Q.data(), B.data());
  EXPECT_EQ(B, sum);
}

TEST(Blocks, ACovarianceHasSettledIfNoCorrelationChanges) {
  const Matrix P{{4.0, 1e-8}, {1e-8, 1e-16}};
  Matrix other = P;
  other(0, 1) = other(1, 0) = 1e-8 * (1.0 + 1e-3);  // of little size, but not as a correlation
  EXPECT_TRUE(settled(P.data(), P.data(), 2));
  EXPECT_FALSE(settled(other.data(), P.data(), 2));
}

}  // namespace
}  // namespace elto
