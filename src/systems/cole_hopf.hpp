// SPDX-License-Identifier: Apache-2.0
// The exact solution of Burgers' equation u_t = -u u_x + nu u_xx for the start -sin(pi x), after
// Cole and Hopf,
//   u(x, t) = - sum_k w_k sin(pi y_k) F(y_k) / sum_k w_k F(y_k)
//   y_k = x - sqrt(4 nu t) z_k,   F(y) = exp(-cos(pi y) / (2 pi nu))
// with the nodes z and weights w of Gauss and Hermite. However thin the shock is, it needs no grid.
#pragma once

#include "elto/core/types.hpp"

namespace elto {

/// For the weight e^{-z^2}.
struct GaussHermite {
  Vector nodes, weights;
};
GaussHermite gauss_hermite(Index count);

/// Rows are times, columns are places.
Matrix cole_hopf(const VectorView& space, const VectorView& time, double viscosity);

}  // namespace elto
