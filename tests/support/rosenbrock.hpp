// SPDX-License-Identifier: Apache-2.0
// The curved valley that searches are tried on.
#pragma once

#include <cmath>

#include "elto/core/types.hpp"

namespace elto::testing {

inline double rosenbrock(const Vector& x) {
  double sum = 0.0;
  for (Index i = 0; i + 1 < x.size(); ++i)
    sum += 100.0 * std::pow(x[i + 1] - x[i] * x[i], 2) + std::pow(1.0 - x[i], 2);
  return sum;
}

}  // namespace elto::testing
