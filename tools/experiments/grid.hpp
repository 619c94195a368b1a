// SPDX-License-Identifier: Apache-2.0
// A measured table as it is laid out on a page: second readings are marked, and contenders stand in
// rows where they would make the page too wide.
#pragma once

#include <string>
#include <vector>

#include "experiments/results.hpp"
#include "experiments/table.hpp"

namespace elto::experiments {

struct Grid {
  std::vector<std::string> columns;
  std::vector<PrintedRow> rows;
};

Grid grid_of(const Table& table, const std::vector<Trial>& trials);

}  // namespace elto::experiments
