// SPDX-License-Identifier: Apache-2.0
// Random rectangles of a field, over which the weak form integrates.
#pragma once

#include <vector>

#include "elto/core/random.hpp"
#include "elto/series/field.hpp"

namespace elto {

/// Points of the grid, first to first + count - 1, in space and in time.
struct Subdomain {
  Index first_place = 0, places = 0;
  Index first_time = 0, times = 0;
};

/// Each is what lies within half_width times the length of the axis around a centre, uniform where
/// the whole rectangle is within the field; all centres in space are drawn first, then all in time.
/// Throws InvalidArgument if there would be fewer than 2 points on an axis.
std::vector<Subdomain> draw_subdomains(const Field& field, Index count, double half_width,
                                       Rng& rng);

}  // namespace elto
