// SPDX-License-Identifier: Apache-2.0
// The LiDAR tracks of the paper: a body in the plane, seen from the origin. It runs through
// intervals of constant acceleration along and across its path,
//   a = a_r v / |v| + a_t J v / |v|      J a quarter turn to the left
//   x <- x + v + a / 2,   v <- v + a     one time unit per row
// with a_r ~ N(0, 0.1^2) and a_t ~ N(0, 0.5^2) drawn per interval. It starts in [-50, 50]^2 with a
// speed in [1, 5] and any heading, all uniform. The sensor measures range and bearing, each with
// noise; observed is the point they give. So the noise in x and y grows with the distance.
#pragma once

#include "elto/core/random.hpp"
#include "elto/systems/simulation.hpp"

namespace elto {

/// Integers begin, ..., end - 1, equally likely.
struct IntegerRange {
  Index begin = 0;
  Index end = 0;
};

/// The defaults are the paper's; its other settings are
///   noise high (2, 1.5), very high (5, 2.5),
///   intervals small {50, 60} of {10, 12} rows, large {10, 15} of {40, 50} rows.
struct LidarOptions {
  IntegerRange intervals = {25, 30};
  IntegerRange interval_rows = {20, 25};  ///< drawn for each interval
  double range_noise = 1.0;               ///< standard deviation
  double bearing_noise = 0.5;             ///< standard deviation, in degrees
};
void validate(const LidarOptions& options);

/// Channels x and y. The first row is the starting point.
Simulation lidar_track(const LidarOptions& options, Rng& rng);

}  // namespace elto
