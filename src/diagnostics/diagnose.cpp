// SPDX-License-Identifier: Apache-2.0
#include "elto/diagnostics/diagnose.hpp"

#include <algorithm>
#include <cmath>

#include "elto/core/error.hpp"
#include "elto/diagnostics/calibration.hpp"
#include "elto/diagnostics/noise_level.hpp"

#include "core/unknown.hpp"
#include "diagnostics/innovations.hpp"

namespace elto {
namespace {

constexpr double kTolerance = 1.15;  // of sqrt(NIS): a smaller error hurts nobody

constexpr double kHardlyAny = 0.01;  // of the spread of the values
/// Of log-likelihood, by what all others say of an entry instead of their mean. Families and
/// periods are searched for the best: one in twenty series of white noise, of 12 to 1000 rows,
/// gains more.
constexpr double kEvidentSignal = 8.0;

/// By the factor, which is already the nearest to 1 within a standard error: by another one too.
bool clearly_too_narrow(const Consistency& c) {
  constexpr double kMost = kTolerance * kTolerance, kStandardError = 2.4;  // calibration.hpp: delta
  const double variance = c.error * c.error / (c.band_factor * c.band_factor),
               delta = kStandardError * c.noise_level * c.noise_level /
                       std::sqrt(static_cast<double>(c.judged));
  return c.band_factor * c.band_factor - delta / variance > kMost;
}

BandVerdict judge(const Consistency& c) {
  switch (c.noise) {
    case NoiseKind::unknown:
    case NoiseKind::constant:
    case NoiseKind::hardly_any:
      return BandVerdict::unknown;
    case NoiseKind::measured:
    case NoiseKind::independent:
    case NoiseKind::ambiguous:
      break;
  }
  constexpr double kMost = kTolerance * kTolerance;
  if (c.nis.mean > std::max(kMost, c.nis.upper) || clearly_too_narrow(c))
    return BandVerdict::too_narrow;
  if (c.noise != NoiseKind::measured ||
      (c.whiteness.has_pattern() && std::abs(c.whiteness.correlation) >= kUnsuited))
    return BandVerdict::doubtful;
  // Predictions may be better than they say while the bands of the estimate are right.
  if (c.nis.mean < std::min(1.0 / kMost, c.nis.lower) && c.band_factor < 1.0)
    return BandVerdict::too_wide;
  return BandVerdict::honest;
}

/// But for what is missing.
bool never_changes(const VectorView& values) {
  double first = kUnknown;
  for (const double value : values) {
    if (std::isnan(value)) continue;
    if (std::isnan(first)) first = value;
    if (value != first) return false;
  }
  return !std::isnan(first);
}

/// How much better all others predict an entry than their mean does: 1 less the ratio of the mean
/// squares.
double explained_share(const Vector& values, const Vector& deviations) {
  const auto n = static_cast<double>(values.size());
  const double of_mean = n / (n - 1.0) * (values.array() - values.mean()).matrix().norm();
  return 1.0 - deviations.squaredNorm() / (of_mean * of_mean);
}

NoiseKind noise_kind(const Consistency& c, const VectorView& values, bool has_traits) {
  if (c.judged != 1 && never_changes(values)) return NoiseKind::constant;
  if (c.judged < fewest_judged_values || std::isnan(c.nis.mean)) return NoiseKind::unknown;
  if (c.noise_level < kHardlyAny * c.spread) return NoiseKind::hardly_any;
  const double gain = -0.5 * static_cast<double>(c.judged) * std::log1p(-c.explained);
  if (gain < kEvidentSignal) return NoiseKind::independent;
  if (has_traits && c.traits.noise_evidence < kEvidentGain) return NoiseKind::ambiguous;
  return NoiseKind::measured;
}

double share_removed(double error, double noise_level) {
  if (noise_level == 0.0) return 0.0;
  return std::isnan(error / noise_level) ? kUnknown : std::max(0.0, 1.0 - error / noise_level);
}

/// e / sqrt(s) of each row of the series; NaN where there is nothing to judge.
Vector standardised(const ChannelInnovations& channel, double sigma, Index rows) {
  Vector z = Vector::Constant(rows, kUnknown);
  const Vector s = (channel.predicted_variance.array() + sigma * sigma).matrix();
  // A prediction that claims to be exact, of a channel without noise, has no scale to judge it by.
  if (channel.count() > 0 && s.minCoeff() > 0.0)
    z(channel.rows) = channel.e.cwiseQuotient(s.cwiseSqrt());
  return z;
}

double quadratic_mean(const Vector& values) {
  return values.norm() / std::sqrt(static_cast<double>(values.size()));
}

SetAside set_aside_in(const Flags& flags, Index rows, Index channel) {
  SetAside aside{.outliers = flags.count(channel, Flag::outlier),
                 .jumps = flags.count(channel, Flag::jump),
                 .stuck = flags.count(channel, Flag::stuck)};
  bool was_stuck = false;
  for (Index t = 0; t < rows; ++t) {
    if (flags(t, channel) == Flag::missing) continue;
    const bool is_stuck = flags(t, channel) == Flag::stuck;
    aside.stuck_stretches += is_stuck && !was_stuck;
    was_stuck = is_stuck;
  }
  return aside;
}

/// All but how the bands are, and what can be said of the noise.
Consistency consistency_of(const ChannelInnovations& channel, const Vector& values,
                           const VectorView& z, double sigma, double band_factor,
                           bool by_left_out) {
  Consistency c{.noise_level = sigma,
                .error = kUnknown,
                .removed = kUnknown,
                .nis = mean_square(z),
                .band_factor = band_factor,
                .coverage = coverage(z),
                .whiteness = whiteness(z),
                .judged = channel.count()};
  if (channel.count() == 0) return c;
  c.error = band_factor * std::sqrt(channel.variance.mean());
  c.removed = share_removed(c.error, sigma);
  c.spread = quadratic_mean(values.array() - values.mean());
  c.changed = quadratic_mean(channel.correction - channel.e);
  if (by_left_out && channel.count() > 1) c.explained = explained_share(values, channel.e);
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

/// The least likely of all channels; among so many, one would be unlikely by chance.
Whiteness least_white(const std::vector<Consistency>& channels) {
  Whiteness least;
  for (const Consistency& c : channels)
    if (c.whiteness.lags > 0 && !(c.whiteness.p_value >= least.p_value)) least = c.whiteness;
  least.p_value = std::min(1.0, least.p_value * static_cast<double>(channels.size()));
  return least;
}

/// z: T x D.
Consistency overall_of(const std::vector<Consistency>& channels, const Matrix& z) {
  Consistency all;
  all.noise_level = rms_of(channels, [](const auto& c) { return c.noise_level; });
  all.error = rms_of(channels, [](const auto& c) { return c.error; });
  all.band_factor = rms_of(channels, [](const auto& c) { return c.band_factor; });
  const double remaining = rms_of(channels, [](const auto& c) {
    return c.noise == NoiseKind::measured ? 1.0 - c.removed : kUnknown;
  });
  all.removed = all.noise_level == 0.0 ? 0.0 : 1.0 - remaining;
  all.nis = mean_square(z.reshaped());
  all.coverage = coverage(z.reshaped());
  for (const Consistency& c : channels) {
    all.bands = std::max(all.bands, c.bands);
    all.judged += c.judged;
    all.set_aside += c.set_aside;
  }
  all.whiteness = least_white(channels);
  return all;
}

void add_skills(const Series& series, const Matrix& predicted, Index first_row,
                Diagnostics& diagnostics) {
  const auto add = [&](const Matrix& other, Skill Consistency::*skill) {
    const Skills skills = compare_predictions(series, predicted, other, first_row);
    for (std::size_t j = 0; j < skills.channels.size(); ++j)
      diagnostics.channels[j].*skill = skills.channels[j];
    diagnostics.overall.*skill = skills.overall;
  };
  add(last_values(series), &Consistency::against_last_row);
  add(trend_predictions(series), &Consistency::against_trend);
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

/// What all others say of an entry in place of what the rows before it do.
Estimate by_left_out(Estimate estimate, const RowVector& sigma) {
  estimate.predicted = estimate.left_out;
  estimate.predicted_variance =
      (estimate.left_out_variance.rowwise() - sigma.cwiseAbs2()).cwiseMax(0.0);
  return estimate;
}

/// Of the predictions from the rows before. What was set aside is not what the model predicts.
Whiteness whiteness_of(const Series& series, const Estimate& estimate, Index channel,
                       Index first_row) {
  Vector z = standardised(judged_innovations(series, estimate, channel, first_row),
                          estimate.noise_level[channel], series.rows());
  for (Index t = 0; t < series.rows() && !estimate.flags.empty(); ++t)
    if (estimate.flags(t, channel) != Flag::measured) z[t] = kUnknown;
  return whiteness(z);
}

}  // namespace

SetAside& SetAside::operator+=(const SetAside& other) {
  outliers += other.outliers;
  jumps += other.jumps;
  stuck += other.stuck;
  stuck_stretches += other.stuck_stretches;
  return *this;
}

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

  Diagnostics diagnostics;
  diagnostics.by_left_out = estimate.left_out.size() > 0;
  const Estimate judged = diagnostics.by_left_out ? by_left_out(estimate, sigma) : estimate;
  const RowVector factors = diagnostics.by_left_out
                                ? RowVector(RowVector::Ones(D))
                                : band_factors(series, estimate, sigma, options.first_row);
  diagnostics.innovation = series.values - judged.predicted;
  diagnostics.expected_variance =
      judged.predicted_variance.cwiseMax(0.0).rowwise() + sigma.cwiseAbs2();
  diagnostics.normalised_square =
      normalised_squares(diagnostics.innovation, judged.predicted_variance, sigma);
  const MeanSquare row = mean_square(1.0, static_cast<double>(D));
  diagnostics.lower_bound = row.lower;
  diagnostics.upper_bound = row.upper;

  Matrix z(T, D);
  for (Index j = 0; j < D; ++j) {
    const ChannelInnovations channel = judged_innovations(series, judged, j, options.first_row);
    z.col(j) = standardised(channel, sigma[j], T);
    const Vector values = series.values(channel.rows, j);
    Consistency c =
        consistency_of(channel, values, z.col(j), sigma[j], factors[j], diagnostics.by_left_out);
    // Only what is predicted from the rows before is white if the model is right.
    if (diagnostics.by_left_out) c.whiteness = whiteness_of(series, estimate, j, options.first_row);
    if (!estimate.traits.empty()) c.traits = estimate.traits[static_cast<std::size_t>(j)];
    if (!estimate.flags.empty()) c.set_aside = set_aside_in(estimate.flags, T, j);
    c.noise = noise_kind(c, series.values.col(j), !estimate.traits.empty());
    c.bands = judge(c);
    diagnostics.judged_rows = std::max(diagnostics.judged_rows, c.judged);
    diagnostics.channels.push_back(std::move(c));
  }
  diagnostics.gate = estimate.gate;
  diagnostics.overall = overall_of(diagnostics.channels, z);
  if (!diagnostics.by_left_out)
    add_skills(series, estimate.predicted, options.first_row, diagnostics);
  return diagnostics;
}

}  // namespace elto
