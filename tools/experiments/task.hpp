// SPDX-License-Identifier: Apache-2.0
// One trial of an experiment: rows to learn from, rows to tune on, rows to be judged by, all in the
// units of the error. Every contender gets the same.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/series/field.hpp"
#include "elto/series/series.hpp"
#include "elto/systems/lidar.hpp"
#include "elto/systems/lorenz63.hpp"
#include "elto/systems/lorenz96.hpp"
#include "elto/systems/pendulum.hpp"
#include "elto/systems/simulation.hpp"

namespace elto::experiments {

struct Task {
  std::vector<Series> training;
  std::vector<Simulation> validation;
  std::vector<Simulation> test;
  std::string name = {};  ///< where tasks must be told apart
};

/// What may be seen before the test: the rows to learn from, then those to tune on.
std::vector<Series> known_rows(const Task& task);

/// 50 episodes of 30 rows, the last 5 of them to tune on, and 10 more to be judged by. Angles are
/// left in radians.
Task pendulum_task(const PendulumOptions& options, std::uint32_t seed);

/// The tracks of the paper.
inline constexpr LidarOptions kLidarDefault = {};
inline constexpr LidarOptions kLidarHigh = {.range_noise = 2.0, .bearing_noise = 1.5};
inline constexpr LidarOptions kLidarVeryHigh = {.range_noise = 5.0, .bearing_noise = 2.5};
inline constexpr LidarOptions kLidarSmall = {.intervals = {50, 60}, .interval_rows = {10, 12}};
inline constexpr LidarOptions kLidarLarge = {.intervals = {10, 15}, .interval_rows = {40, 50}};

/// A track, standardised by what was observed of it. Of the first half, two thirds are learned from
/// and the rest is tuned on; the second half is the test, seen with the noise of `test` instead.
Task lidar_task(const LidarOptions& training, const LidarOptions& test, std::uint32_t seed);

/// The first half, the third and the last quarter.
Task lorenz96_task(const Lorenz96Options& options, std::uint32_t seed);
Task lorenz63_task(const Lorenz63Options& options, std::uint32_t seed);

/// 1500 rows of Van der Pol's oscillator from a random start, the noise of both channels jumping
/// between 0.05 and 0.4 every 250 rows; divided likewise.
Task van_der_pol_task(std::uint32_t seed);

/// Lynx and hare by a spline at 200 times, standardised, which here are the truth, with noise of
/// this standard deviation added: once to learn from, once to tune on, once for the test.
Task lynx_hare_task(double noise, std::uint32_t seed);

/// A field with noise of half its standard deviation, as the paper's filter walked through it: rows
/// are places, channels are times. All of it is known, and all of it is to be denoised.
Task field_task(const Field& clean, std::uint32_t seed);

}  // namespace elto::experiments
