// SPDX-License-Identifier: Apache-2.0
// A field as it is measured, with the noise that published test cases of equation discovery have:
//   u  = clean + noise std(clean) z,   du = u + sigma z'
// where std is over all entries, z and z' are standard normal and sigma is the noise that wavelets
// find in u (series/wavelet_noise.hpp). z is drawn place by place, each with all its times, z'
// after it; with seed 0 u and du are those of the public files.
#pragma once

#include "elto/core/random.hpp"
#include "elto/series/field.hpp"
#include "elto/systems/simulation.hpp"

namespace elto {

struct NoisyField {
  Field truth;
  Field observed;  ///< u
  Field noisier;   ///< du
};

/// noise is a fraction, 0.5 for "50 % noise"; at least 0.
NoisyField add_noise(const Field& clean, double noise, Rng& rng);

/// What is observed and its truth, as series.
Simulation to_simulation(const NoisyField& field);

}  // namespace elto
