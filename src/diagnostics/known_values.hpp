// SPDX-License-Identifier: Apache-2.0
// Of values that may be missing (NaN), what is known.
#pragma once

#include "elto/core/types.hpp"

namespace elto {

/// Without those that are missing.
Vector known_values(const VectorView& values);
/// NaN if nothing is known.
double mean_of_known(const VectorView& values);

/// Sums over the pairs of values that are a number of rows apart, both of them known.
struct LaggedProducts {
  Index pairs = 0;
  double products = 0.0;  ///< sum of z_t z_{t+lag}
  double squares = 0.0;   ///< sum of (z_t z_{t+lag})^2

  double mean() const { return products / static_cast<double>(pairs); }
};
LaggedProducts lagged_products(const VectorView& z, Index lag);

}  // namespace elto
