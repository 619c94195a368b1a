// SPDX-License-Identifier: Apache-2.0
// The few directions of the past of a series that say something about its future (Hotelling 1936,
// Larimore 1983). With windows of h rows before and after each row,
//   p_t = [y_t, ..., y_{t-h+1}],   f_t = [y_{t+1}, ..., y_{t+h}]
//   S_pp^-1/2 S_pf S_ff^-1/2 = U diag(r) V^T,   z_t = U^T S_pp^-1/2 p_t
// in closed form. Noise is not in both windows, so that a direction of noise alone has r near 0.
// Two things keep it from finding what is not there:
//   - windows are made of the principal components of the rows whose variance is beyond what noise
//     alone reaches, s^2 (1 + sqrt(D / N))^2, and of no more of them than N rows can bear
//   - directions count whose r^2 is beyond 4 a (1 - a), a = dim p / N: the largest that independent
//     windows reach (Wachter 1978)
#pragma once

#include <vector>

#include "elto/core/types.hpp"

namespace elto {

struct CanonicalVariateOptions {
  Index window = 2;  ///< h, at least 1
  Index most = 24;   ///< directions, at least 1
};
void validate(const CanonicalVariateOptions& options);

struct CanonicalVariates {
  Index window = 1;     ///< h
  Matrix weights;       ///< h D x K, z_t = weights^T p_t
  Vector correlations;  ///< K, descending

  Index dimension() const { return weights.cols(); }
  /// T x K of a path T x D; NaN where the window is not known.
  Matrix of(const MatrixView& path) const;
};

/// Of rows T x D each; windows with a NaN are left out. `noise`: variances of the D channels, in
/// the mean. There may be no direction at all.
CanonicalVariates canonical_variates(const std::vector<Matrix>& sequences, const RowVector& noise,
                                     const CanonicalVariateOptions& options = {});

}  // namespace elto
