// SPDX-License-Identifier: Apache-2.0
#include "elto/diagnostics/diagnose.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "elto/core/error.hpp"
#include "elto/diagnostics/calibration.hpp"
#include "elto/diagnostics/noise_level.hpp"

#include "diagnostics/innovations.hpp"

#include <boost/math/distributions/chi_squared.hpp>

namespace elto {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr double kNormalBound = 1.959963984540054;  // 95 of 100 normal values are within
constexpr double kTolerance = 1.15;                 // of the ratio: a smaller error hurts nobody

struct Bounds {
  double lower, upper;
};

/// Hold the mean of `values` squared standard normal variables in 95 of 100 cases.
Bounds mean_square_bounds(Index values) {
  const auto n = static_cast<double>(values);
  const boost::math::chi_squared distribution(n);
  return {quantile(distribution, 0.025) / n, quantile(distribution, 0.975) / n};
}

BandVerdict judge(double ratio, double band_factor, Index values) {
  if (values < fewest_judged_values || std::isnan(ratio)) return BandVerdict::unknown;
  const Bounds sampling = mean_square_bounds(values);
  if (ratio > std::max(kTolerance, std::sqrt(sampling.upper))) return BandVerdict::too_narrow;
  // Predictions may be better than they say while the bands of the estimate are right.
  if (ratio < std::min(1.0 / kTolerance, std::sqrt(sampling.lower)) && band_factor < 1.0)
    return BandVerdict::too_wide;
  return BandVerdict::honest;
}

double share_removed(double error, double noise_level) {
  if (noise_level == 0.0) return 0.0;
  return std::isnan(error / noise_level) ? kUnknown : std::max(0.0, 1.0 - error / noise_level);
}

Consistency consistency_of(const ChannelInnovations& channel, double sigma, double band_factor) {
  Consistency c{.noise_level = sigma,
                .error = kUnknown,
                .removed = kUnknown,
                .ratio = kUnknown,
                .band_factor = band_factor,
                .coverage = kUnknown};
  if (channel.count() == 0) return c;
  c.error = band_factor * std::sqrt(channel.variance.mean());
  c.removed = share_removed(c.error, sigma);
  const Vector s = (channel.predicted_variance.array() + sigma * sigma).matrix();
  // A prediction that claims to be exact, of a channel without noise, has no scale to judge it by.
  if (!(s.minCoeff() > 0.0)) return c;
  const Vector squares = channel.e.array().square() / s.array();
  c.ratio = std::sqrt(squares.mean());
  c.coverage = (squares.array() <= kNormalBound * kNormalBound).cast<double>().mean();
  c.bands = judge(c.ratio, band_factor, channel.count());
  return c;
}

/// Root mean square of what is known; NaN if nothing is.
template <class Figure>
double rms_of(const std::vector<Consistency>& channels, Figure figure) {
  double squares = 0.0;
  Index known = 0;
  for (const Consistency& c : channels)
    if (const double value = figure(c); !std::isnan(value)) {
      squares += value * value;
      ++known;
    }
  return known == 0 ? kUnknown : std::sqrt(squares / static_cast<double>(known));
}

Consistency overall_of(const std::vector<Consistency>& channels, const std::vector<Index>& values) {
  Consistency all;
  all.noise_level = rms_of(channels, [](const auto& c) { return c.noise_level; });
  all.error = rms_of(channels, [](const auto& c) { return c.error; });
  all.band_factor = rms_of(channels, [](const auto& c) { return c.band_factor; });
  const double remaining = rms_of(channels, [](const auto& c) {
    return c.noise_level > 0.0 ? 1.0 - c.removed : kUnknown;  // no noise: no share of it either
  });
  all.removed = all.noise_level == 0.0 ? 0.0 : 1.0 - remaining;

  double squares = 0.0, inside = 0.0;
  Index judged = 0;
  for (std::size_t j = 0; j < channels.size(); ++j) {
    if (std::isnan(channels[j].ratio)) continue;
    const auto n = static_cast<double>(values[j]);
    squares += n * channels[j].ratio * channels[j].ratio;
    inside += n * channels[j].coverage;
    judged += values[j];
  }
  const auto n = static_cast<double>(judged);
  all.ratio = judged == 0 ? kUnknown : std::sqrt(squares / n);
  all.coverage = judged == 0 ? kUnknown : inside / n;
  all.bands = judge(all.ratio, all.band_factor, judged);
  return all;
}

/// Mean over the channels of e^2 / s in each row; NaN where there is none.
Vector normalised_squares(const Matrix& innovation, const Matrix& predicted_variance,
                          const RowVector& sigma) {
  Vector means(innovation.rows());
  for (Index t = 0; t < innovation.rows(); ++t) {
    double sum = 0.0;
    Index judged = 0;
    for (Index j = 0; j < innovation.cols(); ++j) {
      const double s = std::max(predicted_variance(t, j), 0.0) + sigma[j] * sigma[j];
      const double square = innovation(t, j) * innovation(t, j) / s;
      if (!(s > 0.0) || !std::isfinite(square)) continue;
      sum += square;
      ++judged;
    }
    means[t] = judged == 0 ? kUnknown : sum / static_cast<double>(judged);
  }
  return means;
}

}  // namespace

void validate(const DiagnoseOptions& options) {
  require(options.first_row >= 0, "first_row", "at least 0", options.first_row);
}

Diagnostics diagnose(const Series& series, const Estimate& estimate,
                     const DiagnoseOptions& options) {
  validate(options);
  require_same_shape(series, estimate);
  const Index T = series.rows(), D = series.dimension();
  require(T > 0 && D > 0, "series", "at least 1 x 1", concat(T, " x ", D));
  const RowVector sigma =
      estimate.noise_level.size() > 0 ? estimate.noise_level : noise_level(series);
  const RowVector factors = band_factors(series, estimate, sigma, options.first_row);

  Diagnostics diagnostics;
  diagnostics.innovation = series.values - estimate.predicted;
  diagnostics.normalised_square =
      normalised_squares(diagnostics.innovation, estimate.predicted_variance, sigma);
  const Bounds row_bounds = mean_square_bounds(D);
  diagnostics.lower_bound = row_bounds.lower;
  diagnostics.upper_bound = row_bounds.upper;

  std::vector<Index> values;
  for (Index j = 0; j < D; ++j) {
    const ChannelInnovations channel = judged_innovations(series, estimate, j, options.first_row);
    diagnostics.channels.push_back(consistency_of(channel, sigma[j], factors[j]));
    values.push_back(channel.count());
  }
  diagnostics.overall = overall_of(diagnostics.channels, values);
  diagnostics.judged_rows = std::ranges::max(values);
  return diagnostics;
}

}  // namespace elto
