// SPDX-License-Identifier: Apache-2.0
#include "elto/diagnostics/normalised_errors.hpp"

#include <algorithm>
#include <cmath>

#include "diagnostics/known_values.hpp"

#include <boost/math/distributions/chi_squared.hpp>

namespace elto {

MeanSquare mean_square(double mean, double degrees) {
  if (!(degrees > 0.0) || std::isnan(mean)) return {};
  const boost::math::chi_squared distribution(degrees);
  return {mean, quantile(distribution, 0.025) / degrees, quantile(distribution, 0.975) / degrees};
}

MeanSquare mean_square(const VectorView& z) {
  const Vector known = known_values(z);
  const auto n = static_cast<double>(known.size());
  return mean_square(known.squaredNorm() / n, n);
}

double independent_values(const VectorView& values) {
  const Vector deviations = values.array() - mean_of_known(values);
  const LaggedProducts whole = lagged_products(deviations, 0);
  const auto n = static_cast<double>(whole.pairs);
  if (!(whole.products > 0.0)) return n;
  double sum = 0.0;
  for (Index lag = 1; lag < values.size(); ++lag) {
    const LaggedProducts lagged = lagged_products(deviations, lag);
    if (lagged.pairs == 0) continue;
    const double correlation = lagged.mean() / whole.mean();
    if (correlation < 2.0 / std::sqrt(n)) break;
    sum += correlation;
  }
  return std::max(1.0, n / (1.0 + 2.0 * sum));
}

Coverage coverage(const VectorView& z) {
  const Vector known = known_values(z);
  if (known.size() == 0) return {};
  const auto share_within = [&](double bound) {
    return (known.array().abs() <= bound).cast<double>().mean();
  };
  // Quantiles of the standard normal distribution at 75, 95 and 97.5 %.
  return {share_within(0.6744897501960817), share_within(1.6448536269514722),
          share_within(1.959963984540054)};
}

}  // namespace elto
