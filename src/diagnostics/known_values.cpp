// SPDX-License-Identifier: Apache-2.0
#include "diagnostics/known_values.hpp"

#include <algorithm>
#include <cmath>

namespace elto {

Vector known_values(const VectorView& values) {
  Vector known(values.size());
  const auto end = std::copy_if(values.begin(), values.end(), known.begin(),
                                [](double value) { return !std::isnan(value); });
  known.conservativeResize(end - known.begin());
  return known;
}

double mean_of_known(const VectorView& values) {
  const Vector known = known_values(values);
  return known.sum() / static_cast<double>(known.size());
}

LaggedProducts lagged_products(const VectorView& z, Index lag) {
  LaggedProducts sums;
  for (Index t = 0; t + lag < z.size(); ++t) {
    const double product = z[t] * z[t + lag];
    if (std::isnan(product)) continue;
    ++sums.pairs;
    sums.products += product;
    sums.squares += product * product;
  }
  return sums;
}

}  // namespace elto
