// SPDX-License-Identifier: Apache-2.0
// Channels and their names, between data files and models.
#pragma once

#include <string>
#include <vector>

#include "elto/io/column_roles.hpp"
#include "elto/model/any_model.hpp"
#include "elto/series/gaps.hpp"
#include "elto/series/series.hpp"

namespace elto::command {

/// The given names, or y0, y1, ...
std::vector<std::string> channel_names(const std::vector<std::string>& given, Index dimension);

/// The channels of the model, in its order. By name if both sides have names, otherwise by place
/// and with the names of whichever has them; inputs behind the channels. Throws IoError naming what
/// is missing.
Series matched(const Series& series, const AnyModel& model, const std::string& path);

/// With the columns of the model's inputs, where columns are asked for by name.
ReadOptions with_columns_of(const AnyModel& model, ReadOptions options);

/// A series as a model can take it: with whole rows only, unless it takes rows missing in part.
WholeRows usable_rows(Series series, const AnyModel& model);

/// "3 rows with some entries missing were taken as missing"
std::string dropped_rows_sentence(Index dropped);

/// "x, y, z"
std::string with_commas(const std::vector<std::string>& names);

}  // namespace elto::command
