// SPDX-License-Identifier: Apache-2.0
// A system of the zoo, learned and judged: how far the engine is off beside the raw rows, the
// families of single channels and one who knows the equations, and whether its bands hold.
#pragma once

#include <string>

#include "elto/core/random.hpp"
#include "elto/systems/zoo.hpp"

namespace elto::experiments {

/// Of bands of 90 %.
struct Held {
  Index inside = 0, entries = 0;
  double share() const { return static_cast<double>(inside) / static_cast<double>(entries); }
};

/// Mean squares are those of channels in units of their standard deviations.
struct ZooTrial {
  double raw = 0.0, smoothed = 0.0;
  double structural = 0.0;  ///< smoothed by the families of single channels, without a law
  double known = 0.0;       ///< by one who knows the equations; NaN if these are no polynomials
  double claimed = 0.0;     ///< mean variance of the smoothed rows
  Held smoother = {}, filter = {}, near = {}, far = {};  ///< forecasts of 5 and of 20 rows
  std::string families = {};                             ///< that were taken
};

/// Learned from 1,000 rows, 50 a period; filter and forecasts are judged on the 500 after these.
ZooTrial zoo_trial(const ZooSystem& system, double noise, Rng& rng);

}  // namespace elto::experiments
