// SPDX-License-Identifier: Apache-2.0
// What became of the entries of a channel, for the charts to draw and the tables to count:
// outliers, jumps, stretches in which a sensor was stuck, gaps.
#pragma once

#include <string>
#include <vector>

#include "elto/core/types.hpp"

#include "report/report.hpp"
#include "report/row_axis.hpp"

namespace elto::page {

/// Values without those that were set aside: what a line joins and an axis has to hold.
Vector believed_values(const Report& report, Index channel);

/// Ascending; none where the estimate has no flags.
std::vector<Index> rows_flagged(const Report& report, Index channel, Flag flag);

struct Stretch {
  Index first = 0, last = 0;  ///< rows
};
/// With the entry that the sensor went on repeating.
std::vector<Stretch> stuck_stretches(const Report& report, Index channel);

/// "2 outliers, 1 jump, 1 stuck stretch (29 values), 3 gaps (12 rows missing)"; a dash where there
/// is nothing.
std::string set_aside_words(const Report& report, const RowAxis& axis, Index channel);

/// What the marks in the charts mean, those that there are, with their number.
std::string flag_key(const Report& report, const RowAxis& axis);

}  // namespace elto::page
