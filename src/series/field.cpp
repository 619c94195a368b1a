// SPDX-License-Identifier: Apache-2.0
#include "elto/series/field.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>

#include "elto/core/error.hpp"

namespace elto {
namespace {

constexpr std::string_view kPlace = "x=";

std::optional<double> place_of(std::string_view channel) {
  if (!channel.starts_with(kPlace)) return {};
  channel.remove_prefix(kPlace.size());
  double place = 0.0;
  const auto [end, error] = std::from_chars(channel.data(), channel.data() + channel.size(), place);
  if (error != std::errc() || end != channel.data() + channel.size()) return {};
  return place;
}

void require_grid(const Vector& grid, Index size, const std::string& argument) {
  require(grid.size() == size, argument, concat("as long as the field, ", size), grid.size());
  regular_step(grid, argument);
}

}  // namespace

double regular_step(const VectorView& grid, std::string_view argument) {
  // Grids come from files that may hold single precision.
  constexpr double kTolerance = 1e-3;
  const Index size = grid.size();
  require(size >= 2, argument, "at least 2 points", size);
  const double step = (grid[size - 1] - grid[0]) / static_cast<double>(size - 1);
  require(step > 0.0 && std::isfinite(step), argument, "finite and ascending", step);
  for (Index i = 1; i < size; ++i)
    require(std::abs(grid[i] - grid[i - 1] - step) <= kTolerance * step, argument,
            concat("equally spaced, here by ", step), grid[i] - grid[i - 1]);
  return step;
}

void validate(const Field& field, std::string_view argument) {
  require_grid(field.space, field.points(), concat(argument, ".space"));
  require_grid(field.time, field.rows(), concat(argument, ".time"));
  for (Index j = 0; j < field.points(); ++j)
    for (Index t = 0; t < field.rows(); ++t)
      require(std::isfinite(field.values(t, j)), argument,
              concat("finite everywhere (row ", t, ", column ", j, ")"), field.values(t, j));
}

Series to_series(const Field& field) {
  Series series(field.values);
  for (const double place : field.space) series.channels.push_back(concat(kPlace, place));
  series.time = {.name = "t", .values = field.time};
  return series;
}

bool is_field(const Series& series) {
  return !series.channels.empty() &&
         std::ranges::all_of(series.channels, [](const std::string& channel) {
           return place_of(channel).has_value();
         });
}

Vector places_of(const Series& series) {
  require(is_field(series), "field", "a series whose channels are named by places, x=0.5",
          series.channels.empty() ? std::string_view("no names") : series.channels.front());
  Vector places(series.dimension());
  for (Index j = 0; j < places.size(); ++j)
    places[j] = *place_of(series.channels[static_cast<std::size_t>(j)]);
  return places;
}

Field to_field(const Series& series) {
  Field field{.values = series.values, .space = places_of(series)};
  require(!series.time.empty() && series.time.labels.empty(), "field", "with a time in numbers",
          series.time.empty() ? "none" : "timestamps");
  field.time = series.time.values;
  validate(field);
  return field;
}

}  // namespace elto
