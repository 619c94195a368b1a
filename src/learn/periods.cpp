// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/periods.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include <unsupported/Eigen/FFT>

namespace elto {
namespace {

constexpr Index kPadding = 8;        // grid of frequencies over those of the series
constexpr Index kLongest = 1 << 14;  // points of the grid in time
constexpr Index kHarmonics = 6;
constexpr double kMedianOfPower = std::numbers::ln2;  // of an exponential distribution of mean 1

struct Grid {
  Vector values;
  double spacing;
};

/// Linear interpolation of what is there, without its straight line.
Grid interpolated(const Rows& rows) {
  std::vector<double> times, values;
  for (Index t = 0; t < rows.count(); ++t)
    if (!std::isnan(rows.values(t, 0))) {
      times.push_back(rows.times[t]);
      values.push_back(rows.values(t, 0));
    }
  if (times.size() < 8 || !(times.back() > times.front())) return {};
  const double length = times.back() - times.front();
  const auto points = std::min<Index>(static_cast<Index>(length + 0.5) + 1, kLongest);
  if (points < 8) return {};
  Grid grid{.values = Vector(points), .spacing = length / static_cast<double>(points - 1)};
  std::size_t k = 1;
  for (Index i = 0; i < points; ++i) {
    const double time = times.front() + grid.spacing * static_cast<double>(i);
    while (k + 1 < times.size() && times[k] < time) ++k;
    const double width = times[k] - times[k - 1];
    const double share = width > 0.0 ? std::clamp((time - times[k - 1]) / width, 0.0, 1.0) : 1.0;
    grid.values[i] = (1.0 - share) * values[k - 1] + share * values[k];
  }
  const Vector x = Vector::LinSpaced(points, -1.0, 1.0);
  grid.values.array() -= grid.values.mean();
  grid.values -= grid.values.dot(x) / x.squaredNorm() * x;
  return grid;
}

Vector periodogram(const Vector& values) {
  const Index n = values.size();
  Index padded = 1;
  while (padded < kPadding * n) padded *= 2;
  std::vector<double> tapered(static_cast<std::size_t>(padded), 0.0);
  for (Index i = 0; i < n; ++i)
    tapered[static_cast<std::size_t>(i)] =
        values[i] * (0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * (static_cast<double>(i) + 0.5) /
                                          static_cast<double>(n)));
  std::vector<std::complex<double>> spectrum;
  Eigen::FFT<double> fft;
  fft.SetFlag(Eigen::FFT<double>::HalfSpectrum);
  fft.fwd(spectrum, tapered);
  Vector power(std::ssize(spectrum));
  for (Index i = 0; i < power.size(); ++i)
    power[i] = std::norm(spectrum[static_cast<std::size_t>(i)]);
  return power;
}

/// Power over the median of that around it, at least six resolved frequencies to each side. The
/// median changes slowly: it is taken at every second resolved frequency and the lines between.
Vector prominence(const Vector& power, double resolved) {
  const auto stride = static_cast<Index>(std::max(1.0, 2.0 * resolved));
  const Index count = power.size();
  Vector median = Vector::Zero(count / stride + 2);
  std::vector<double> around;
  for (Index knot = 0; knot < median.size(); ++knot) {
    const Index i = std::min(knot * stride, count - 1);
    const auto reach = std::max(6.0 * resolved, 0.4 * static_cast<double>(i));
    const auto from =
        std::max<Index>(static_cast<Index>(1.5 * resolved), i - static_cast<Index>(reach));
    const auto to = std::min(count - 1, i + static_cast<Index>(reach));
    // A few hundred of them tell the median.
    const Index every =
        std::max(static_cast<Index>(std::max(1.0, resolved / 2.0)), (to - from) / 200);
    around.clear();
    for (Index k = from; k <= to; k += every) around.push_back(power[k]);
    if (around.size() < 5) continue;
    const auto middle = around.begin() + std::ssize(around) / 2;
    std::nth_element(around.begin(), middle, around.end());
    median[knot] = *middle;
  }
  Vector result(count);
  for (Index i = 0; i < count; ++i) {
    const Index knot = i / stride;
    const double share = static_cast<double>(i - knot * stride) / static_cast<double>(stride);
    const double here = (1.0 - share) * median[knot] + share * median[knot + 1];
    result[i] = here > 0.0 ? power[i] * kMedianOfPower / here : 0.0;
  }
  return result;
}

/// How far each frequency of a series stands out.
struct Spectrum {
  Vector ratio = {};
  double padded = 0.0;    // indices of one turn a point
  double resolved = 0.0;  // indices of one resolved frequency
  double spacing = 0.0;   // of the points, in time
  Index slowest = 0, fastest = -1;

  /// Largest within half a resolved frequency.
  double near(double index) const {
    double largest = 0.0;
    if (index > static_cast<double>(fastest)) return largest;
    for (auto i = static_cast<Index>(index - 0.5 * resolved);
         i <= static_cast<Index>(index + 0.5 * resolved) + 1; ++i)
      if (i >= 0 && i < ratio.size()) largest = std::max(largest, ratio[i]);
    return largest;
  }
};

Spectrum spectrum_of(const Rows& rows) {
  const Grid grid = interpolated(rows);
  const Index n = grid.values.size();
  if (n == 0) return {};
  const Vector power = periodogram(grid.values);
  Spectrum result{.ratio = {},
                  .padded = static_cast<double>(2 * (power.size() - 1)),
                  .resolved = 0.0,
                  .spacing = grid.spacing};
  result.resolved = result.padded / static_cast<double>(n);
  result.ratio = prominence(power, result.resolved);
  result.slowest = static_cast<Index>(std::ceil(2.5 * result.resolved));
  result.fastest = static_cast<Index>(0.45 * result.padded);
  return result;
}

constexpr Index kMostMultiple = 12;
constexpr double kTimesHeld = 2.5;       // as often must a series hold a multiple
constexpr double kBeyondChanceOf = 2.5;  // standard errors of a correlation

}  // namespace

std::optional<Index> find_multiple(const Rows& rows, double period) {
  const Grid grid = interpolated(rows);
  const double points = period / grid.spacing;
  const auto lag = static_cast<Index>(std::lround(points));
  const Index n = grid.values.size() - lag;
  if (n < 2 * lag || lag < 2) return {};
  const Vector changes = grid.values.tail(n) - grid.values.head(n);
  const auto correlation = [&](Index k) {
    return changes.tail(n - k).dot(changes.head(n - k)) / changes.squaredNorm() *
           static_cast<double>(n) / static_cast<double>(n - k);
  };
  double spread = 1.0;  // Bartlett's
  for (Index k = 1; k <= lag; ++k) spread += 2.0 * std::pow(correlation(k), 2);
  Index best = 0;
  double most = 0.0;
  for (Index multiple = 2; multiple <= kMostMultiple; ++multiple) {
    const auto far = static_cast<Index>(std::lround(static_cast<double>(multiple) * points));
    if (kTimesHeld * static_cast<double>(far) > static_cast<double>(grid.values.size())) break;
    const double found = correlation(far);
    if (!(found > kBeyondChanceOf * std::sqrt(spread / static_cast<double>(n - far)))) continue;
    if (found > 1.1 * most) {
      most = found;
      best = multiple;
    }
  }
  return best > 0 ? std::optional(best) : std::nullopt;
}

std::optional<Period> find_period(const Rows& rows) {
  const Spectrum spectrum = spectrum_of(rows);
  const auto& [ratio, padded, resolved, spacing, slowest, fastest] = spectrum;
  if (slowest >= fastest) return {};
  Index peak = slowest;
  for (Index i = slowest; i <= fastest; ++i)
    if (ratio[i] > ratio[peak]) peak = i;

  /// Of harmonics of a frequency: how far they stand out, as a gain in log-likelihood that grows
  /// with its logarithm only, so that one sharp line does not decide for its neighbours.
  const auto gain = [&spectrum = spectrum](double fundamental, Index harmonic) {
    const double largest = spectrum.near(fundamental * static_cast<double>(harmonic));
    return std::max(0.0, std::log(largest / kHarmonicProminence));
  };
  double best_score = -1.0, fundamental = 0.0;
  for (Index divisor = 1; divisor <= 4; ++divisor) {
    const double frequency = static_cast<double>(peak) / static_cast<double>(divisor);
    if (frequency < static_cast<double>(slowest)) break;
    double score = 0.0;
    for (Index h = 1; h <= kHarmonics; ++h) score += gain(frequency, h);
    if (score > 1.1 * best_score) {
      best_score = score;
      fundamental = frequency;
    }
  }
  // The highest harmonic that is found tells the fundamental best.
  double highest = fundamental;
  Index harmonics = 1;
  for (Index h = 1; h <= kHarmonics; ++h)
    if (gain(fundamental, h) > 0.0) harmonics = h;
  const auto centre = static_cast<double>(peak);
  const double multiple = std::round(centre / highest);
  fundamental = centre / multiple;
  Period found{.length = padded * spacing / fundamental,
               .harmonics = harmonics,
               .prominence = ratio[peak],
               .resolution = resolved / fundamental};
  const double fit = std::floor(found.length / (2.0 * spacing) - 0.01);
  found.harmonics = std::max<Index>(1, std::min(harmonics, static_cast<Index>(fit)));
  return found;
}

Index harmonics_at(const Rows& rows, double period, double prominence) {
  const Spectrum spectrum = spectrum_of(rows);
  if (spectrum.slowest >= spectrum.fastest) return 1;
  const double fundamental = spectrum.padded * spectrum.spacing / period;
  Index harmonics = 1;
  for (Index h = 2; h <= kHarmonics; ++h)
    if (spectrum.near(fundamental * static_cast<double>(h)) > prominence) harmonics = h;
  return harmonics;
}

}  // namespace elto
