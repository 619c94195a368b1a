// SPDX-License-Identifier: Apache-2.0
// How much of a component moves at a frequency omega, in radians per step: two-sided, so that white
// noise of variance R, seen once a step, has the density R. A smoother that sees both keeps the
// share
//   S(omega) / (S(omega) + R)
// of what moves at that frequency: half of it where the two are equal.
#pragma once

#include "elto/core/types.hpp"
#include "elto/dynamics/components.hpp"

namespace elto {

/// omega > 0. Infinite at the frequencies of an undamped cycle.
double spectral_density(const Component& component, double frequency);

/// Whether it repeats itself forever: an undamped cycle, whose frequencies are followed however
/// fast.
bool is_season(const Component& component);

/// Period, in steps, of the fastest movement of which a smoother keeps half, noise of variance R
/// being seen once a step; seasons do not count. 2 if it keeps that of every frequency, infinite if
/// of none that has a period of less than `longest`.
double shortest_period_kept(const Components& dynamics, double noise, double longest);

}  // namespace elto
