// SPDX-License-Identifier: Apache-2.0
// All measured tables as one HTML file, with figures: what markdown.hpp writes, for a browser. It
// needs nothing beside it and no network.
#pragma once

#include <string>
#include <vector>

#include "experiments/results.hpp"
#include "experiments/table.hpp"

namespace elto::experiments {

std::string to_html(const std::vector<Table>& tables, const Results& results);

}  // namespace elto::experiments
