// SPDX-License-Identifier: Apache-2.0
#include "elto/learn/heavy_tails.hpp"

#include <cmath>
#include <numbers>

namespace elto {
namespace {

constexpr double kDegrees[] = {3.0, 4.0, 6.0, 10.0, 20.0};
constexpr int kSteps = 15;              // of expectation and maximisation for the scale
constexpr double kParameterCost = 2.0;  // nu and the scale
constexpr Index kFewest = 20;           // deviations that can tell tails

double sum_of(const Tails& tails, const Vector& deviations) {
  double sum = 0.0;
  for (const double z : deviations) sum += tails.log_density(z);
  return sum;
}

}  // namespace

double Tails::log_density(double deviation) const {
  const double z2 = deviation * deviation / (scale * scale);
  if (std::isinf(degrees)) return -0.5 * (z2 + std::log(2.0 * std::numbers::pi * scale * scale));
  return std::lgamma(0.5 * (degrees + 1.0)) - std::lgamma(0.5 * degrees) -
         0.5 * std::log(degrees * std::numbers::pi * scale * scale) -
         0.5 * (degrees + 1.0) * std::log1p(z2 / degrees);
}

Tails fit_tails(VectorView deviations) {
  Vector present(deviations.size());
  Index count = 0;
  for (const double z : deviations)
    if (!std::isnan(z)) present[count++] = z;
  present.conservativeResize(count);
  Tails best;
  if (count < kFewest) return best;
  double most = sum_of(best, present) + kParameterCost;
  for (const double degrees : kDegrees) {
    Tails tails{.degrees = degrees, .scale = 1.0};
    const Eigen::ArrayXd squares = present.array().square();
    for (int step = 0; step < kSteps; ++step)
      tails.scale = std::sqrt(
          ((degrees + 1.0) * squares / (degrees + squares / (tails.scale * tails.scale))).mean());
    if (!(tails.scale > 0.0)) continue;
    const double sum = sum_of(tails, present);
    if (sum > most) {
      most = sum;
      best = tails;
    }
  }
  return best;
}

}  // namespace elto
