// SPDX-License-Identifier: Apache-2.0
// Channels and their names, between data files and models.
#pragma once

#include <string>
#include <vector>

#include "elto/model/model.hpp"
#include "elto/series/series.hpp"

namespace elto::command {

/// The given names, or y0, y1, ...
std::vector<std::string> channel_names(const std::vector<std::string>& given, Index dimension);

/// The channels of the model, in its order. By name if both sides have names, otherwise by place
/// and with the names of whichever has them. Throws IoError naming the channel that is missing.
Series matched(const Series& series, const Model& model, const std::string& path);

/// The same series with every row that is missing in part missing altogether, which is what the
/// filter can take; says how many there were.
struct WholeRows {
  Series series;
  Index dropped = 0;
};
WholeRows whole_rows(Series series);

}  // namespace elto::command
