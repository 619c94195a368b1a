// SPDX-License-Identifier: Apache-2.0
#include "elto/dynamics/spectral_density.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <vector>

namespace elto {
namespace {

constexpr double kFastest = std::numbers::pi;  // two steps a period: faster ones cannot be seen
constexpr int kFrequencies = 400;              // that are looked at
constexpr int kHalvings = 40;

double density_of(const IntegratedWiener& part, double frequency) {
  const double square = frequency * frequency;
  return part.noise / std::pow(square, static_cast<double>(part.order)) + part.level_noise / square;
}

/// A rotation is seen at its own frequency and at minus that.
double density_of(const Cycle& part, double frequency) {
  double sum = 0.0;
  for (Index k = 1; k <= part.harmonics; ++k) {
    const auto harmonic = static_cast<double>(k);
    const double own = 2.0 * std::numbers::pi * harmonic / part.period;
    for (const double away : {frequency - own, frequency + own})
      sum += 0.5 * part.noise / harmonic / (part.decay * part.decay + away * away);
  }
  return sum;
}

/// The constant is the one whose integral over all frequencies is 2 pi times the variance.
double density_of(const Matern& part, double frequency) {
  const auto m = static_cast<double>(part.order);
  const double rate = std::sqrt(2.0 * m - 1.0) / part.length;
  const double constant = 2.0 * std::sqrt(std::numbers::pi) * std::tgamma(m) / std::tgamma(m - 0.5);
  return part.variance * constant * std::pow(rate, 2.0 * m - 1.0) /
         std::pow(rate * rate + frequency * frequency, m);
}

}  // namespace

double spectral_density(const Component& component, double frequency) {
  return std::visit([&](const auto& part) { return density_of(part, frequency); }, component);
}

bool is_season(const Component& component) {
  const Cycle* cycle = std::get_if<Cycle>(&component);
  return cycle && cycle->decay == 0.0;
}

double shortest_period_kept(const Components& dynamics, double noise, double longest) {
  const auto kept = [&](double frequency) {
    double sum = 0.0;
    for (const Component& part : dynamics.parts())
      if (!is_season(part)) sum += spectral_density(part, frequency);
    return sum >= noise;
  };
  const double slowest = 2.0 * std::numbers::pi / longest;
  std::vector<double> frequencies;
  for (int i = 0; i <= kFrequencies; ++i)
    frequencies.push_back(kFastest * std::pow(slowest / kFastest, i / double(kFrequencies)));
  for (const Component& part : dynamics.parts())  // a peak may lie between them
    if (const Cycle* cycle = std::get_if<Cycle>(&part); cycle && cycle->decay > 0.0)
      for (Index k = 1; k <= cycle->harmonics; ++k)
        frequencies.push_back(2.0 * std::numbers::pi * static_cast<double>(k) / cycle->period);
  std::erase_if(frequencies, [&](double one) { return one > kFastest || one < slowest; });
  std::ranges::sort(frequencies, std::greater());
  const auto first = std::ranges::find_if(frequencies, kept);
  if (first == frequencies.end()) return std::numeric_limits<double>::infinity();
  if (first == frequencies.begin()) return 2.0 * std::numbers::pi / *first;
  double inside = *first, outside = *(first - 1);
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (inside + outside);
    (kept(middle) ? inside : outside) = middle;
  }
  return 2.0 * std::numbers::pi / inside;
}

}  // namespace elto
