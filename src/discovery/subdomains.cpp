// SPDX-License-Identifier: Apache-2.0
#include "elto/discovery/subdomains.hpp"

#include <algorithm>
#include <string_view>

#include "elto/core/error.hpp"

namespace elto {
namespace {

struct Range {
  Index first, count;
};

std::vector<Range> draw_ranges(const Vector& grid, Index count, double half_width, Rng& rng,
                               std::string_view axis) {
  const double begin = grid[0], end = grid[grid.size() - 1];
  const double H = half_width * (end - begin);
  const double points = 2.0 * half_width * static_cast<double>(grid.size() - 1);
  require(points >= 2.0, "half_width", concat("wide enough for 2 points in ", axis), half_width);
  std::vector<Range> ranges;
  for (Index k = 0; k < count; ++k) {
    const double centre = begin + H + ((end - H) - (begin + H)) * rng.uniform();
    const auto lower = std::lower_bound(grid.begin(), grid.end(), centre - H);
    const auto upper = std::upper_bound(lower, grid.end(), centre + H);
    ranges.push_back({lower - grid.begin(), upper - lower});
  }
  return ranges;
}

}  // namespace

std::vector<Subdomain> draw_subdomains(const Field& field, Index count, double half_width,
                                       Rng& rng) {
  require(count >= 1, "subdomains", "at least 1", count);
  require(half_width > 0.0 && half_width < 0.5, "half_width", "in (0, 0.5)", half_width);
  const std::vector<Range> places = draw_ranges(field.space, count, half_width, rng, "space"),
                           times = draw_ranges(field.time, count, half_width, rng, "time");
  std::vector<Subdomain> subdomains;
  for (std::size_t k = 0; k < places.size(); ++k)
    subdomains.push_back({places[k].first, places[k].count, times[k].first, times[k].count});
  return subdomains;
}

}  // namespace elto
