// SPDX-License-Identifier: Apache-2.0
// Finite features of a kernel, k(x, y) ~ phi(x) . phi(y), by pivoted Cholesky of the Gram matrix:
// landmarks Z are picked greedily where the remaining error is largest, and phi(x) = L^-1 k(Z, x)
// with k(Z, Z) = L L^T. With as many landmarks as points the Gram matrix is reproduced exactly.
#pragma once

#include "elto/core/types.hpp"
#include "elto/features/kernel.hpp"

namespace elto {

struct RankOptions {
  double tolerance = 1e-6;  ///< stop when no point's k(x, x) is missed by more, relative; >= 0
  Index max_rank = 256;     ///< at most this many landmarks; at least 1

  /// Every digit of the Gram matrix that double precision holds.
  static RankOptions exact();
};
void validate(const RankOptions& options);

struct FeatureMap {
  Kernel kernel;     ///< resolved
  Matrix landmarks;  ///< Z, r x d
  Matrix factor;     ///< L, r x r, lower triangular

  Index rank() const { return landmarks.rows(); }
  /// Rows are phi(x_i): rows x r.
  Matrix operator()(const MatrixView& X) const;
};

struct Features {
  FeatureMap map;
  Matrix values;  ///< F, N x r: map(X), as the factorisation produced it
};

/// O(N r^2); the Gram matrix is never formed.
Features learn_features(const Kernel& kernel, const MatrixView& X, const RankOptions& options);

}  // namespace elto
