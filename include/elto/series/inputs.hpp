// SPDX-License-Identifier: Apache-2.0
// Known inputs of a series: columns that are given, whose movement is not a question. Between rows,
// and where an entry is missing, they move in a straight line in time; before the first entry and
// after the last one they stay where they are.
#pragma once

#include <string>
#include <vector>

#include "elto/core/types.hpp"
#include "elto/series/series.hpp"

namespace elto {

/// Channels become inputs, in the order of these names. Throws InvalidArgument for a name that is
/// not there (listing those that are) or asked for twice, and if no channel is left.
Series with_inputs(Series series, const std::vector<std::string>& names);

/// At the times given, which never decrease: times x U. Throws InvalidArgument naming column and
/// row of an infinity, and an input without any entry.
Matrix inputs_at(const Series& series, const VectorView& times);
/// In the rows of the series: T x U.
Matrix known_inputs(const Series& series);
/// How many entries of each were missing.
std::vector<Index> missing_inputs(const Series& series);

/// Without the rows at the end that have no entry: there inputs may say what is still to come.
Series up_to_last_entry(const Series& series);

}  // namespace elto
