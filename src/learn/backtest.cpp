// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/backtest.hpp"

#include <algorithm>
#include <cmath>

#include "elto/core/error.hpp"

namespace elto {

void Backtest::scale(double unit) {
  error *= unit;
  last_value *= unit;
  season_ago *= unit;
}

double Backtest::band_factor(Index steps) const {
  if (empty()) return 1.0;
  const auto at = std::min(std::lower_bound(ahead.begin(), ahead.end(), steps), ahead.end() - 1);
  return factor[at - ahead.begin()];
}

void calibrate(Forecast& ahead, const std::vector<Backtest>& backtests) {
  require(std::ssize(backtests) == ahead.mean.cols(), "backtests", "one for each channel",
          backtests.size());
  for (Index j = 0; j < ahead.mean.cols(); ++j) {
    const double noise = ahead.noise_level[j] * ahead.noise_level[j];
    for (Index k = 0; k < ahead.mean.rows(); ++k) {
      const double f = backtests[static_cast<std::size_t>(j)].band_factor(k + 1);
      double& variance = ahead.variance(k, j);
      variance = std::max(f * f * (variance + noise) - noise, 0.0);
    }
  }
}

double root_mean_square(const Backtest& backtest, const Vector& errors) {
  double sum = 0.0, count = 0.0;
  for (Index k = 0; k < errors.size(); ++k) {
    if (std::isnan(errors[k])) continue;
    sum += backtest.count[k] * errors[k] * errors[k];
    count += backtest.count[k];
  }
  return std::sqrt(sum / count);
}

double share_held(const Backtest& backtest) {
  double sum = 0.0, count = 0.0;
  for (Index k = 0; k < backtest.held.size(); ++k) {
    if (std::isnan(backtest.held[k])) continue;
    sum += backtest.count[k] * backtest.held[k];
    count += backtest.count[k];
  }
  return sum / count;
}

}  // namespace elto
