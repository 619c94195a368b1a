// SPDX-License-Identifier: Apache-2.0
#include "elto/diagnostics/calibration.hpp"

#include <algorithm>
#include <cmath>

#include "elto/core/error.hpp"
#include "elto/diagnostics/noise_level.hpp"

#include "diagnostics/innovations.hpp"

namespace elto {
namespace {

// Only against zero and overflow: tuning by prediction error alone leaves the scale of a model's
// bands open, and factors of 1e-3 do occur.
constexpr double kLargestFactor = 1e6;

// The factor nearest to 1 that brings the stated variance to within delta of the measured one.
double factor_to(double measured, double delta, double stated) {
  if (!(stated > 0.0)) return 1.0;  // nothing to multiply
  const double variance = std::clamp(stated, measured - delta, std::max(measured, 0.0) + delta);
  return std::clamp(std::sqrt(variance / stated), 1.0 / kLargestFactor, kLargestFactor);
}

bool can_be_judged(const ChannelInnovations& channel, double sigma) {
  return channel.count() >= fewest_judged_values && std::isfinite(sigma);
}

double regressed_gain(const ChannelInnovations& channel) {
  const double squares = channel.e.squaredNorm();
  return squares > 0.0 ? channel.correction.dot(channel.e) / squares : 0.0;
}

double estimate_factor(const ChannelInnovations& channel, double sigma, double gain) {
  const auto n = static_cast<double>(channel.count());
  const double residual = (channel.e - channel.correction).squaredNorm() / n;
  const double measured = residual - sigma * sigma * (1.0 - 2.0 * gain);
  const double delta = sigma * sigma * std::hypot(2.2 * (1.0 - 2.0 * gain), 1.0) / std::sqrt(n);
  return factor_to(measured, delta, channel.variance.mean());
}

double prediction_factor(const ChannelInnovations& channel, double sigma) {
  const auto n = static_cast<double>(channel.count());
  const double measured = channel.e.squaredNorm() / n - sigma * sigma;
  const double delta = 2.4 * sigma * sigma / std::sqrt(n);  // both terms fluctuate
  return factor_to(measured, delta, channel.predicted_variance.mean());
}

}  // namespace

RowVector band_factors(const Series& series, const Estimate& estimate) {
  return band_factors(series, estimate, noise_level(series));
}

RowVector band_factors(const Series& series, const Estimate& estimate, const RowVector& noise_level,
                       Index first_row) {
  require_same_shape(series, estimate);
  require(noise_level.size() == series.dimension(), "noise_level",
          concat(series.dimension(), " values, one per channel"), noise_level.size());
  RowVector factors = RowVector::Ones(series.dimension());
  for (Index j = 0; j < series.dimension(); ++j) {
    const ChannelInnovations channel = judged_innovations(series, estimate, j, first_row);
    if (!can_be_judged(channel, noise_level[j])) continue;
    const bool is_measured =
        estimate.sensitivity.size() > 0 && std::isfinite(estimate.sensitivity[j]);
    const double gain = is_measured ? estimate.sensitivity[j] : regressed_gain(channel);
    factors[j] = estimate_factor(channel, noise_level[j], gain);
  }
  return factors;
}

RowVector prediction_factors(const Series& series, const Estimate& estimate) {
  require_same_shape(series, estimate);
  const RowVector sigma = noise_level(series);
  RowVector factors = RowVector::Ones(series.dimension());
  for (Index j = 0; j < series.dimension(); ++j) {
    const ChannelInnovations channel = judged_innovations(series, estimate, j, 0);
    if (can_be_judged(channel, sigma[j])) factors[j] = prediction_factor(channel, sigma[j]);
  }
  return factors;
}

}  // namespace elto
