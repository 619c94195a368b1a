// SPDX-License-Identifier: Apache-2.0
// Canonical correlations between the past and the future windows of a scalar series z (paper,
// appendix A): the singular values of L^-1 C_fp M^-T, with C_ff = L L^T and C_pp = M M^T the
// covariances of the centred windows. Their sum and its gradient in z drive the spectral learning.
#pragma once

#include "elto/core/types.hpp"
#include "elto/states/delay_windows.hpp"

namespace elto {

struct [[nodiscard]] CanonicalCorrelations {
  Vector correlations;  ///< the top d, descending
  /// B_proj = S^1/2 V^T M^-1 (d x h): projects a past window to the latent state.
  Matrix projection;
  Vector gradient;  ///< of sum(correlations) with respect to z
};

/// regularisation: C_ff and C_pp get this times their mean variance added on the diagonal; smooth
/// series have windows that are nearly collinear. Relative, so correlations ignore the scale of z.
CanonicalCorrelations canonical_correlations(const DelayWindows& windows, const VectorView& z,
                                             Index dimension, double regularisation);

}  // namespace elto
