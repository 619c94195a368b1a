// SPDX-License-Identifier: Apache-2.0
// Gram matrices G[i,j] = k(X_i, Y_j), whole or multiplied block by block without being formed.
#pragma once

#include "elto/core/types.hpp"
#include "elto/features/kernel.hpp"

namespace elto {

Matrix gram(const Kernel& kernel, const MatrixView& X, const MatrixView& Y);
/// Symmetric: each pair is evaluated once.
Matrix gram(const Kernel& kernel, const MatrixView& X);

/// gram(kernel, X, Y) * M with one block of rows of the Gram matrix in memory at a time.
Matrix gram_times(const Kernel& kernel, const MatrixView& X, const MatrixView& Y,
                  const MatrixView& M);

/// For a user's own kernel, without wrapping it.
template <KernelFunction K>
Matrix gram(const K& kernel, const MatrixView& X, const MatrixView& Y) {
  Matrix G(X.rows(), Y.rows());
  for (Index j = 0; j < Y.rows(); ++j)
    for (Index i = 0; i < X.rows(); ++i) G(i, j) = kernel(X.row(i), Y.row(j));
  return G;
}

}  // namespace elto
