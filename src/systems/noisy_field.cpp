// SPDX-License-Identifier: Apache-2.0
#include "elto/systems/noisy_field.hpp"

#include <cmath>

#include "elto/core/error.hpp"
#include "elto/series/wavelet_noise.hpp"

namespace elto {
namespace {

Field disturbed(Field field, double deviation, Rng& rng) {
  field.values += deviation * rng.normal(field.points(), field.rows()).transpose();
  return field;
}

double spread(const Matrix& values) {
  return std::sqrt((values.array() - values.mean()).square().mean());
}

}  // namespace

NoisyField add_noise(const Field& clean, double noise, Rng& rng) {
  require(noise >= 0.0 && std::isfinite(noise), "noise", "at least 0, finite", noise);
  const Field observed = disturbed(clean, noise * spread(clean.values), rng);
  return {clean, observed, disturbed(observed, wavelet_noise(observed), rng)};
}

Simulation to_simulation(const NoisyField& field) {
  return {to_series(field.observed), field.truth.values};
}

}  // namespace elto
