// SPDX-License-Identifier: Apache-2.0
// A field u(x, t) in one dimension of space on a regular grid, T x D: rows are times, columns are
// places. As a series it has a channel for each place, named "x=" and the place, and the time
// column t: so it goes through filters and files of series and keeps its grid.
#pragma once

#include <string_view>

#include "elto/core/types.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// How far apart the points of a grid are. Throws InvalidArgument unless it is regular, ascending
/// and has at least 2 points.
double regular_step(const VectorView& grid, std::string_view argument);

struct Field {
  Matrix values = {};  ///< T x D
  Vector space = {};   ///< D places
  Vector time = {};    ///< T times

  Index rows() const { return values.rows(); }
  Index points() const { return values.cols(); }
  double space_step() const { return (space[points() - 1] - space[0]) / double(points() - 1); }
  double time_step() const { return (time[rows() - 1] - time[0]) / double(rows() - 1); }
};

/// Throws InvalidArgument for a field whose grids do not fit its values, are not regular and
/// ascending, or have fewer than 2 points, and for entries that are not finite.
void validate(const Field& field, std::string_view argument = "field");

Series to_series(const Field& field);

/// Whether the names of its channels are places.
bool is_field(const Series& series);
/// Those places (D). Throws InvalidArgument for a series whose channels are named otherwise.
Vector places_of(const Series& series);
/// Throws InvalidArgument for a series that is none, or has no time in numbers.
Field to_field(const Series& series);

}  // namespace elto
