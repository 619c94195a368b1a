// SPDX-License-Identifier: Apache-2.0
// Candidate terms by integrals instead of derivatives, which noise would drown. u_t = sum_j xi_j
// f_j is multiplied by a test function phi(x, t), a product of (1 - s^2)^p over both axes, and
// integrated over random rectangles; integration by parts moves derivatives to phi. Each rectangle
// is a row:
//   y           -integral phi_t u
//   u^q          integral phi u^q
//   u_(d)        (-1)^d integral phi_(d) u
//   u^q u_(d)    (-1)^m sum_a binomial(m, a) integral phi_(a) [D^(m-a) u^q] [D^(d-m) u], m = d/2
// where _(d) is the derivative in x of order d and D a finite difference. These are the settings of
// published work (Messenger and Bortz 2021; Kaptanoglu et al. 2022).
#pragma once

#include <cstdint>

#include "elto/discovery/candidates.hpp"
#include "elto/discovery/terms.hpp"
#include "elto/series/field.hpp"

namespace elto {

enum class WeakProducts {
  differences,   ///< as above
  conservative,  ///< u^q u_x is -1/(q+1) integral phi_x u^(q+1), without a finite difference:
                 ///< better on clean fields, under noise not
};

struct WeakOptions {
  TermOptions terms = {};
  Index subdomains = 2000;         ///< rows; more than there are terms
  double half_width = 1.0 / 20.0;  ///< of a rectangle, over the length of the axis; in (0, 0.5)
  Index test_power = 4;  ///< p, at least 1; raised to the highest order where that is more
  WeakProducts products = WeakProducts::differences;
  std::uint32_t seed = 0;  ///< of the rectangles
};
void validate(const WeakOptions& options);

/// Throws InvalidArgument for a field that is not valid (series/field.hpp) or has too few points.
Candidates weak_candidates(const Field& field, const WeakOptions& options = {});

}  // namespace elto
