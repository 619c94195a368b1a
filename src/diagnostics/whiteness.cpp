// SPDX-License-Identifier: Apache-2.0
#include "elto/diagnostics/whiteness.hpp"

#include <algorithm>

#include "diagnostics/known_values.hpp"

#include <boost/math/distributions/chi_squared.hpp>

namespace elto {

Whiteness whiteness(const VectorView& z) {
  constexpr Index kMostLags = 10, kFewestPairs = 10;
  const Vector deviations = z.array() - mean_of_known(z);
  const LaggedProducts whole = lagged_products(deviations, 0);
  Whiteness result;
  for (Index lag = 1; lag <= std::min(kMostLags, whole.pairs / 5); ++lag) {
    const LaggedProducts lagged = lagged_products(deviations, lag);
    if (lagged.pairs < kFewestPairs || !(lagged.squares > 0.0)) continue;
    if (result.lags++ == 0) result.statistic = 0.0;
    result.statistic += lagged.products * lagged.products / lagged.squares;
    const double correlation = lagged.mean() / whole.mean();
    if (result.strongest_lag == 0 || std::abs(correlation) > std::abs(result.correlation)) {
      result.strongest_lag = lag;
      result.correlation = correlation;
    }
  }
  if (result.lags == 0) return result;
  const boost::math::chi_squared distribution(static_cast<double>(result.lags));
  result.p_value = cdf(complement(distribution, result.statistic));
  return result;
}

}  // namespace elto
