// SPDX-License-Identifier: Apache-2.0
// The coefficients of an equation of a field whose noise is known, by the weak form without what
// noise in the terms does to a regression: it pulls coefficients towards 0. Products of columns,
// G = [X y]^T [X y], are polynomials of the field. With noise z of the same size added once more,
//   g(s^2) = (G(u + s z) + G(u - s z)) / 2
// is a polynomial of s^2, and at s^2 = -sigma^2 the two noises cancel in the mean: E g(-sigma^2) is
// G of the field without noise (corrected scores; Stefanski 1989, Novick and Stefanski 2002). It is
// found from as many s as its degree asks for. Errors are those of sums over blocks of the field
// that are larger than the rectangles, so that rows may depend on each other.
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/discovery/weak_form.hpp"
#include "elto/series/field.hpp"

namespace elto {

struct NoiseCorrected {
  Vector coefficients = {};
  Matrix covariance = {};
  double freedom = 0.0;   ///< degrees of freedom of this: blocks less one
  bool definite = false;  ///< whether more than noise is left of the products of columns
};

/// Of the candidates of these terms, in their order; products with a first derivative are taken in
/// their conservative form. The noise is white with this standard deviation, at least 0.
NoiseCorrected noise_corrected(const Field& field, const std::vector<Index>& terms, double noise,
                               const WeakOptions& options = {});

}  // namespace elto
