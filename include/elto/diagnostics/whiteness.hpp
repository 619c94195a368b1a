// SPDX-License-Identifier: Apache-2.0
// Whether innovations are white: those of a right model tell nothing about each other. The test of
// Ljung and Box, n (n + 2) sum_k r_k^2 / (n - k), with each correlation r_k over its own variance
// instead of that of even noise: for innovations z less their mean,
//   Q = sum_k (sum_t z_t z_{t+k})^2 / sum_t (z_t z_{t+k})^2
// Under whiteness Q is chi-squared with as many degrees of freedom as there are lags. Sums run over
// the pairs of which no value is missing. Lags are k = 1, 2, ..., min(10, n / 5), less those with
// fewer than 10 pairs.
//
// Measured, share of white series that are rejected at 5 %, by the usual form and by this one:
//   even noise                  50 rows 0.06 and 0.06, 200 rows 0.06 and 0.05
//   last quarter 4 times larger 50 rows 0.32 and 0.05, 200 rows 0.68 and 0.05
#pragma once

#include <cmath>
#include <limits>

#include "elto/core/types.hpp"

namespace elto {

struct [[nodiscard]] Whiteness {
  Index lags = 0;  ///< compared; 0 if there are too few values
  double statistic = std::numeric_limits<double>::quiet_NaN();  ///< Q
  double p_value = statistic;  ///< share of white series with a Q as large or larger
  Index strongest_lag = 0;     ///< with the largest correlation
  double correlation = statistic;

  /// Too strong to be chance, and strong enough to matter: a smaller correlation explains less than
  /// a four-hundredth of the variance.
  bool has_pattern() const { return p_value < 0.01 && std::abs(correlation) > 0.05; }
};

/// Values are rows in time; missing ones are NaN.
Whiteness whiteness(const VectorView& z);

}  // namespace elto
