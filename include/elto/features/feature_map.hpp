// SPDX-License-Identifier: Apache-2.0
// Finite features of a kernel, k(x, y) ~ phi(x) . phi(y). A pivoted Cholesky factorisation of the
// Gram matrix picks landmarks Z greedily, where the remaining error is largest; the features are
// then turned to the principal axes of the points and cut to the largest of them. Turning first
// costs little and makes r features as accurate as half as many again straight from the
// factorisation.
#pragma once

#include "elto/core/types.hpp"
#include "elto/features/kernel.hpp"

namespace elto {

struct RankOptions {
  double tolerance = 1e-6;  ///< stop when no point's k(x, x) is missed by more, relative; >= 0
  Index max_rank = 128;     ///< r, at most this many features, from twice as many landmarks; >= 1

  /// Every digit of the Gram matrix that double precision holds.
  static RankOptions exact();
};
void validate(const RankOptions& options);

struct FeatureMap {
  Kernel kernel;      ///< resolved
  Matrix landmarks;   ///< Z, z x d
  Matrix projection;  ///< W, z x r: phi(x) = W^T k(Z, x)

  Index rank() const { return projection.cols(); }
  /// Rows are phi(x_i): rows x r.
  Matrix operator()(const MatrixView& X) const;
};

struct [[nodiscard]] Features {
  FeatureMap map;
  Matrix values;    ///< F = map(X), N x r; its columns are orthogonal
  Vector spectrum;  ///< r squared lengths of the columns, descending: F^T F = diag(spectrum)
};

/// O(N r^2); the Gram matrix is never formed.
Features learn_features(const Kernel& kernel, const MatrixView& X, const RankOptions& options);

}  // namespace elto
