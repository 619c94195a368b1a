// SPDX-License-Identifier: Apache-2.0
// Denoising a field of low rank: of its singular values only those beyond a threshold are kept. For
// noise of known sigma the threshold with the least error, as both sides grow, is that of Gavish
// and Donoho (2014): with n >= m the sides and beta = m / n,
//   lambda(beta) sqrt(n) sigma,
//   lambda^2 = 2 (beta + 1) + 8 beta / ((beta + 1) + sqrt(beta^2 + 14 beta + 1))
#pragma once

#include "elto/core/types.hpp"

namespace elto {

/// lambda(beta), for beta in (0, 1].
double singular_value_threshold(double beta);

struct [[nodiscard]] TruncatedField {
  Matrix values;
  Index rank = 0;
};

/// Throws InvalidArgument for entries that are not finite.
TruncatedField truncated_field(const MatrixView& values, double deviation);

}  // namespace elto
