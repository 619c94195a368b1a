// SPDX-License-Identifier: Apache-2.0
// When the rows of a series were taken, in numbers that can be computed with: those of its time
// column, or 0, 1, 2, ... where it has none.
#pragma once

#include <vector>

#include "elto/core/types.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// Throws InvalidArgument, naming the row, for times that are missing or go back. Equal times are
/// rows that were taken at once.
Vector times_of(const Series& series);

/// Median of the steps that are not zero; 1 if there is none.
double median_step(const VectorView& times);

/// From the first one on, in units of a step. Where they are whole multiples of it but for the
/// digits that time stamps can hold, they become whole numbers, so that equal steps are equal.
Vector in_steps(const VectorView& times, double step);

/// The rows in the order of their times; rows without a time are left out. Equal times keep their
/// order.
Series sorted_by_time(const Series& series);

/// Periods that people live by, a day, a week and a year, in seconds.
inline constexpr double kCalendarPeriods[] = {86400.0, 604800.0, 31556952.0};

}  // namespace elto
