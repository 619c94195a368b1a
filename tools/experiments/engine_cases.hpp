// SPDX-License-Identifier: Apache-2.0
// Series by which the engine is judged, with their truth: levels that jump, ramps that fall back,
// pulses, swings, tracks with gaps, short series; with few or many wild values, and stuck sensors.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "elto/core/random.hpp"
#include "elto/systems/simulation.hpp"

namespace elto::experiments {

/// What a series of one channel without noise is like, of standard deviation 1.
enum class Shape { steps, square_wave, sawtooth, sines, van_der_pol, heart, spikes };
inline constexpr Shape kShapes[] = {Shape::steps, Shape::square_wave, Shape::sawtooth,
                                    Shape::sines, Shape::van_der_pol, Shape::heart,
                                    Shape::spikes};
std::string_view name_of(Shape shape);

/// 500 rows.
Vector shape(Shape shape, Rng& rng);

/// Seen with noise, and of so many entries one is off by twenty of its standard deviations to
/// either side; 0: none.
Simulation seen(const Vector& truth, double noise, double outliers, Rng& rng);

/// 40 rows in which the sensor repeats what it said before.
Simulation with_stuck_sensor(Simulation simulation, Rng& rng);

/// A body in the plane that turns now and then, 1600 rows at times half a second to one and a half
/// apart, with three gaps of one to four minutes, seen with noise of 3. Gaps have rows every five
/// seconds in which nothing is seen.
Simulation track(Rng& rng);
inline constexpr double kTrackNoise = 3.0;

/// A rise and an exponential decay, 60 rows, seen with noise of 0.3 of its height.
Simulation short_series(Rng& rng);

}  // namespace elto::experiments
