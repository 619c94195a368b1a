// SPDX-License-Identifier: Apache-2.0
// The test function of the weak form, phi(s) = (1 - s^2)^p on [-1, 1], and the weights w with which
//   integral phi^(d) f = sum_i w_i f(s_i)
// exactly, if f is linear between n equally spaced nodes from -1 to 1.
#pragma once

#include "elto/core/types.hpp"

namespace elto {

struct TestFunction {
  Index power = 4;       ///< p, at least the derivative
  Index derivative = 0;  ///< d
};

/// Throws InvalidArgument for fewer than 2 nodes and a derivative that p cannot bear.
Vector quadrature_weights(const TestFunction& phi, Index nodes);

}  // namespace elto
